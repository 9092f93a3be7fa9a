#include "sim/scenario/bounds.h"

#include <limits>

namespace murmur {

double start_allowance(const Scenario& scenario) {
  if (!has_walls(scenario.world.boundary)) return std::numeric_limits<double>::infinity();
  return scenario.world.boundary == Boundary::kTile ? scenario.world.margin : 0.0;
}

}  // namespace murmur
