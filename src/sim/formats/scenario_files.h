// Files that a scenario refers to, such as pictures and meshes, which affect the run and may change. Checkpoints and
// logs store their digests, which are compared when a run continues or replays.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

struct ScenarioFile {
  std::string name;  ///< "terrain image", "mesh of wall[0]"
  std::string path;
  bool operator==(const ScenarioFile&) const = default;
};
std::vector<ScenarioFile> scenario_files(const Scenario& scenario);

/// Digests of all files (16 hex digits each), joined by "+", empty for a file that cannot be read; "" without files.
/// `known`: digests by path.
std::string files_digest(const Scenario& scenario, const std::map<std::string, std::string>& known = {});
/// Compares the scenario's files with the stored `digest`, which may be "". `name`: name of the checkpoint or log.
/// @throws UserError when a file is missing or has changed.
void check_files(const std::string& name, const Scenario& scenario, const std::string& digest);

}  // namespace murmur
