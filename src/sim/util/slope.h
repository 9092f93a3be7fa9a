// The slope of a straight line through points, by least squares. Used by measures and by the verdicts of figures.
#pragma once

#include <limits>
#include <utility>
#include <vector>

namespace murmur {

/// Slope of the least-squares line; NaN when all x are equal.
inline double slope_of(const std::vector<std::pair<double, double>>& points) {
  double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  const double n = static_cast<double>(points.size());
  for (const auto& [a, b] : points) {
    x += a / n;
    y += b / n;
  }
  for (const auto& [a, b] : points) {
    xx += (a - x) * (a - x);
    xy += (a - x) * (b - y);
  }
  return xx > 0.0 ? xy / xx : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace murmur
