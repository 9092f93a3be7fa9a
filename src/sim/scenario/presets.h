// Presets compiled into the program from scenarios/presets/*.toml, and descriptions in the files of presets and example scenarios.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/embedded.h"

namespace murmur {

/// A file of presets/ or scenarios/. Lines at its top that begin with "#:" are TOML after these two characters and
/// set members of this struct. They are not keys of a scenario, so a user's file cannot have them.
struct BuiltIn {
  static constexpr int64_t kLast = std::numeric_limits<int64_t>::max();

  std::string name;
  std::string_view text;  ///< TOML, without the lines "#:"
  std::string summary;    ///< text of the file's first line, a comment

  std::string title, group = "More";    ///< title and group in the gallery
  int64_t place = kLast, list = kLast;  ///< order in the gallery, and in the list of presets
  bool large = false;                   ///< so many boids that a click adds 100
  int64_t warm_up = 0;                  ///< steps that the gallery makes before the first picture of a scenario
};
BuiltIn built_in(const EmbeddedText& file);

const std::vector<BuiltIn>& presets();              ///< all presets, sorted as listed, `murmuration` first
const BuiltIn* find_preset(std::string_view name);  ///< null if no preset has this name

std::vector<std::string> preset_names();                  ///< names, sorted as presets()
std::string preset_summary(const std::string& preset);    ///< empty if there is no such preset
std::string_view preset_text(const std::string& preset);  ///< empty if there is no such preset

}  // namespace murmur
