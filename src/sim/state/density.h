// Density of boids, computed from the scenario alone.
#pragma once

#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

/// Mean neighbours in R if `boids` boids are spread uniformly over a region of size (D,) [world units].
double neighbours_when_spread(const Scenario& scenario, const std::vector<double>& region, double boids);

}  // namespace murmur
