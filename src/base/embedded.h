// Text files compiled into the program: presets/*.toml and shaders/*.
#pragma once

#include <span>
#include <string_view>

namespace murmur {

struct EmbeddedText {
  std::string_view name;  ///< file name; presets without their extension
  std::string_view text;
};

std::span<const EmbeddedText> embedded_presets();
std::span<const EmbeddedText> embedded_shaders();

}  // namespace murmur
