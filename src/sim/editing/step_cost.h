// Estimates the effect of a change of the scenario on the time of a step, from numbers of neighbours. Used
// before the user's changes are applied.
#pragma once

#include <cstdint>
#include <string>

#include "sim/scenario/scenario.h"

namespace murmur {

/// Mean neighbours in R for this many boids spread uniformly over the scenario's world.
double neighbours_when_spread(const Scenario& scenario, int64_t boids);

/// Measurements of the current flock.
struct PresentCost {
  double step_ms = 0.0;     ///< time of a step; 0: no step was taken yet
  double neighbours = 0.0;  ///< measured mean number in R; 0: not yet measured
};

struct StepCost {
  double factor = 1.0;  ///< time of a step after the change / before
  double ms = 0.0;      ///< time of a step after the change
  /// Whether the user must confirm: longer than `least_ms`, and fifty times slower, or five times slower and longer
  /// than ten frames.
  bool needs_confirmation(double least_ms = 20.0) const {
    return ms > least_ms && factor >= (ms > kTenFrames ? 5.0 : 50.0);
  }
  static constexpr double kTenFrames = 200.0;  ///< [ms]
};

/// Estimates the step's time after a change. `begins`: a new flock starts, spread over its world; otherwise the flock
/// keeps its density.
StepCost cost_of_change(const PresentCost& present, const Scenario& now, int64_t boids, const Scenario& then,
                        int64_t boids_then, bool begins = false);

/// A duration as text: "140 ms", "36 s", "2 minutes".
std::string duration_text(double ms);

}  // namespace murmur
