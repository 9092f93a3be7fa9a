// The presets compiled into the program from scenarios/presets/*.toml, with what the file of a preset or of an example scenario says of itself.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded.h"

namespace murmur {

/// A file of presets/ or scenarios/. Lines at its top that begin with "#:" have TOML behind these two characters: the
/// members of this struct below. They are no keys of a scenario, so that a user's file can have none of them.
struct BuiltIn {
  static constexpr int64_t kLast = std::numeric_limits<int64_t>::max();

  std::string name;
  std::string_view text;  ///< TOML, without these lines
  std::string summary;    ///< its first line, a comment

  std::string title, group = "More";    ///< of the gallery
  int64_t place = kLast, list = kLast;  ///< ascending: in the gallery, and in the list of presets
  bool large = false;                   ///< a flock of so many boids that a click adds 100
};
BuiltIn built_in(const EmbeddedText& file);

const std::vector<BuiltIn>& presets();              ///< in the order of the list, `murmuration` first
const BuiltIn* find_preset(std::string_view name);  ///< null without such a preset

std::vector<std::string> preset_names();                  ///< in the same order
std::string preset_summary(const std::string& preset);    ///< empty without such a preset
std::string_view preset_text(const std::string& preset);  ///< likewise

}  // namespace murmur
