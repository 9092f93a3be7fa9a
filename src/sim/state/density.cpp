#include "sim/state/density.h"

#include <algorithm>
#include <numbers>

namespace murmur {

double neighbours_when_spread(const Scenario& scenario, const std::vector<double>& region, double boids) {
  const double radius = scenario.rules.radius;
  double share = scenario.dimensions() == 2 ? std::numbers::pi * radius * radius
                                            : 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
  for (const double size : region) share /= std::max(size, 1e-9);
  return boids * share;
}

}  // namespace murmur
