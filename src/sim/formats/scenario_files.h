// The files of a scenario: pictures and meshes outside of it that affect the run and may change. Their digests go into checkpoints and
// logs, and what goes on or replays is held against them.
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

/// 16 hex digits of the bytes of each file, joined by "+", nothing for one that cannot be read; "" without files. `known`: digests by
/// path.
std::string files_digest(const Scenario& scenario, const std::map<std::string, std::string>& known = {});
/// `name`: the checkpoint or log; `digest`: as it says, or "". @throws UserError when a file is gone or another one.
void check_files(const std::string& name, const Scenario& scenario, const std::string& digest);

}  // namespace murmur
