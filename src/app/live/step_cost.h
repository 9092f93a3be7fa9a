// What a change of the scenario does to the time of a step, before it is made: an estimate from numbers of
// neighbours. Knows no window. Used where values are set by hand.
#pragma once

#include <cstdint>
#include <string>

#include "sim/scenario/scenario.h"

namespace murmur {

/// Mean neighbours in R with this many boids spread uniformly over the scenario's world.
double neighbours_when_spread(const Scenario& scenario, int64_t boids);

/// What is known of the flock as it flies.
struct PresentCost {
  double step_ms = 0.0;     ///< 0: no step was taken yet
  double neighbours = 0.0;  ///< mean in R, measured; 0: not yet
};

struct StepCost {
  double factor = 1.0;  ///< how many times dearer than now
  double ms = 0.0;      ///< then
  /// So dear that nobody sets it by accident: fifty times, and no longer within a frame.
  bool asks() const { return factor >= 50.0 && ms > 20.0; }
};

StepCost cost_of_change(const PresentCost& present, const Scenario& now, int64_t boids, const Scenario& then,
                        int64_t boids_then);

/// "140 ms", "36 s", "2 minutes".
std::string duration_text(double ms);

}  // namespace murmur
