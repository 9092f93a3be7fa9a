// What the text of a rule of one's own may refer to.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace murmur {

/// What a rule may use of its flock.
struct RuleContext {
  int dimensions = 2;
  size_t species = 0;  ///< 0: there are none
  double time_step = 1.0;
  std::vector<double> size;  ///< (D,) of the world
  bool wrapped = false;      ///< the metric
  double radius = 0.0;       ///< R
  std::optional<std::vector<double>> cursor, goal;
  std::vector<std::string> states;  ///< names of the numbers that boids keep, by index of Columns::own_states
};

}  // namespace murmur
