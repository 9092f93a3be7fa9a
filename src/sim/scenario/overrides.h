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
      false;  ///< world and start region times (N / default N)^(1/D), for presets with a fixed world
  std::vector<std::string> rules;  ///< each the inside of a [[rule]] that is added; `;` ends a line, too
  std::vector<std::pair<std::string, std::string>>
      set;  ///< further keys: ("rules.radius", "55.0"), values as TOML text
  std::map<std::string, std::string> options;  ///< key -> the option that set it, where it is not --set
};

}  // namespace murmur
