// How dense boids are, from numbers of the scenario alone.
#pragma once

#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

/// Mean neighbours in R with so many boids spread uniformly over a region of this size, (D,) [world units].
double neighbours_when_spread(const Scenario& scenario, const std::vector<double>& region, double boids);

}  // namespace murmur
