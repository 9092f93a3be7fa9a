// How far outside the world a position may begin.
#pragma once

#include "sim/scenario/scenario.h"

namespace murmur {

/// How far outside the world a position may begin: the margin for `tile`, anywhere for `soft`, else 0.
double start_allowance(const Scenario& scenario);

}  // namespace murmur
