// A word as a picture, for a wall: dark letters of the program's own font on a light ground.
#pragma once

#include <string>

#include "render/gl/png.h"

namespace murmur {

/// `aspect`: width over height of the picture, in whose middle the word is. Without pixels: the font lacks a letter of it.
Image word_picture(const std::string& word, double aspect);

}  // namespace murmur
