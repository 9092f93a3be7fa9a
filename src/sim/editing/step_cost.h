// Estimates the effect of a change of the scenario on the time of a step, from numbers of neighbours. Used
// before the user's changes are applied.
#pragma once

#include <cstdint>
#include <string>

#include "sim/scenario/scenario.h"

namespace murmur {

/// Mean neighbours in R with this many boids spread uniformly over the scenario's world.
double neighbours_when_spread(const Scenario& scenario, int64_t boids);

/// Measurements of the current flock.
struct PresentCost {
  double step_ms = 0.0;     ///< 0: no step was taken yet
  double neighbours = 0.0;  ///< mean in R, measured; 0: not yet
};

struct StepCost {
  double factor = 1.0;  ///< time of a step relative to now
  double ms = 0.0;      ///< then
  /// Needs confirmation: longer than `least_ms`, and fifty times slower, or five times and longer than ten frames.
  bool asks(double least_ms = 20.0) const {
    return ms > least_ms && factor >= (ms > kTenFrames ? 5.0 : 50.0);
  }
  static constexpr double kTenFrames = 200.0;  ///< [ms]
};

/// `begins`: another flock begins, spread over its world; otherwise this one stays as dense as it is, in its world.
StepCost cost_of_change(const PresentCost& present, const Scenario& now, int64_t boids, const Scenario& then,
                        int64_t boids_then, bool begins = false);

/// "140 ms", "36 s", "2 minutes".
std::string duration_text(double ms);

}  // namespace murmur
