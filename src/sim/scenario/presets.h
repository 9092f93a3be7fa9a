// The presets compiled into the program from presets/*.toml: their names, first lines and texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace murmur {

std::vector<std::string> preset_names();                ///< in the order of presentation, `murmuration` first
std::string preset_summary(const std::string& preset);  ///< first comment line of the preset's file
std::string_view preset_text(const std::string& preset);  ///< TOML; empty without such a preset

}  // namespace murmur
