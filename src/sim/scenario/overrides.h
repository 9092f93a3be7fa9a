// Scenario keys from the command line, which override a scenario file. Plain data.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace murmur {

struct ScenarioOverrides {
  std::optional<int64_t> boids;
  std::optional<uint64_t> seed;
  bool keep_density =
      false;  ///< scales world and start region by (N / default N)^(1/D), for presets with a fixed world
  std::vector<std::string> rules;  ///< texts of [[rule]] tables to add; `;` also ends a line
  std::vector<std::pair<std::string, std::string>>
      set;  ///< values of other keys as TOML text, e.g. ("rules.radius", "55.0")
  std::map<std::string, std::string> options;  ///< the option that set a key, if it is not --set
};

}  // namespace murmur
