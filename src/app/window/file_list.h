// The files that the menu Open offers: those that were opened or saved last, kept in the user's cache folder, then those of a folder.
#pragma once

#include <string>
#include <vector>

namespace murmur {

/// A file was opened or saved. One that cannot be kept in mind is left out.
void note_recent_file(const std::string& path);
/// Absolute paths of scenarios, states, checkpoints and event logs that are there: the last ones noted, then those of the folder, the newest
/// first; each once. `folder`: empty: the present one.
std::vector<std::string> files_to_open(const std::string& folder);

}  // namespace murmur
