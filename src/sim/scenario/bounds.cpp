#include "sim/scenario/bounds.h"

#include <limits>

namespace murmur {

double start_allowance(const Scenario& scenario) {
  if (scenario.world.boundary == Boundary::kSoft) return std::numeric_limits<double>::infinity();
  return scenario.world.boundary == Boundary::kTile ? scenario.world.margin : 0.0;
}

}  // namespace murmur
