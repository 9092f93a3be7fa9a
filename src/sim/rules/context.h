// What the text of a rule of one's own may refer to.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace murmur {

/// What a rule may use of its flock.
struct RuleContext {
  int dimensions = 2;
  size_t species = 0;  ///< 0: there are none
  double time_step = 1.0;
  int64_t clock_step = 0;  ///< step at which the time is clock_time
  double clock_time = 0.0;
  std::vector<double> size;  ///< (D,) of the world
  bool wrapped = false;      ///< the metric
  double radius = 0.0;       ///< R
  std::optional<std::vector<double>> cursor, goal;
  std::vector<std::string> states;  ///< names of the numbers that boids keep, by index of Columns::own_states

  std::optional<size_t> state_index(std::string_view name) const {
    const auto found = std::find(states.begin(), states.end(), name);
    return found == states.end() ? std::nullopt : std::optional(static_cast<size_t>(found - states.begin()));
  }
};

}  // namespace murmur
