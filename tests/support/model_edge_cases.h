// The model cases (model_cases.h) whose states are set by hand: boids on borders, at exactly the distances at which a rule or a
// behaviour begins or ends, at rest, in one place. Such states show what a flock that flies nearly never meets: whether a comparison
// is < or <=.
#pragma once

#include <vector>

#include "support/model_cases.h"

namespace murmur {

void add_edge_cases(std::vector<ModelCase>& cases);

}  // namespace murmur
