// Bounds of start positions.
#pragma once

#include "sim/scenario/scenario.h"

namespace murmur {

/// Largest distance outside the world at which a boid may start: the margin for `tile`, anywhere for `soft`,
/// else 0.
double start_allowance(const Scenario& scenario);

}  // namespace murmur
