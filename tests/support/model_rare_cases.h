// More of the model cases (model_cases.h) with states set by hand, beside model_edge_cases.h: turns to the opposite heading, the ends
// of zones, packs of predators, equal distances, boids at rest where they may perch, crowds at a border.
#pragma once

#include <vector>

#include "support/model_cases.h"

namespace murmur {

void add_rare_cases(std::vector<ModelCase>& cases);

}  // namespace murmur
