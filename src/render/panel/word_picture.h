// Draws a word as a picture for a wall: dark letters of the program's font on a light background.
#pragma once

#include <string>

#include "render/gl/png.h"

namespace murmur {

/// Draws the word in the middle of a picture. `aspect`: width over height of the picture. Without pixels if the font lacks a letter.
Image word_picture(const std::string& word, double aspect);

}  // namespace murmur
