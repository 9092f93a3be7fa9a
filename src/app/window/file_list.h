// The files in the menu Open: the last opened or saved ones, kept in the user's cache folder, then the files of a folder.
#pragma once

#include <string>
#include <vector>

namespace murmur {

/// Notes that a file was opened or saved. A failure is ignored.
void note_recent_file(const std::string& path);
/// Absolute paths of existing scenarios, states, checkpoints and event logs, each once: the last noted ones, then
/// those of the folder, the newest first. `folder`: empty: the present one.
std::vector<std::string> files_to_open(const std::string& folder);

}  // namespace murmur
