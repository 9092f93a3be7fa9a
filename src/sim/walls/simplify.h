// Reduces the number of points of lines: of outlines in pictures, and of walls drawn by hand. A point is any type with [0] and [1].
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "sim/util/roots.h"

namespace murmur {

/// Distance of p from the segment from a to b.
template <class Point>
double distance_to_segment(const Point& p, const Point& a, const Point& b) {
  const double x = b[0] - a[0], y = b[1] - a[1], square = x * x + y * y;
  const double share =
      square > 0.0 ? std::clamp(((p[0] - a[0]) * x + (p[1] - a[1]) * y) / square, 0.0, 1.0) : 0.0;
  return length_of(p[0] - a[0] - share * x, p[1] - a[1] - share * y);
}

/// The first of the points at(k) between `first` and `last` that is farthest from the segment between these two, and
/// its distance; {first, -1} if there is no such point.
template <class At>
std::pair<size_t, double> farthest_between(size_t first, size_t last, const At& at) {
  std::pair<size_t, double> found{first, -1.0};
  for (size_t k = first + 1; k < last; ++k) {
    if (const double away = distance_to_segment(at(k), at(first), at(last)); away > found.second)
      found = {k, away};
  }
  return found;
}

/// Calls keep(k) for the points at(k) between `first` and `last` that a simplified line needs to stay within `error`
/// of all points (Douglas and Peucker 1973).
template <class At, class Keep>
void simplify(size_t first, size_t last, double error, const At& at, const Keep& keep) {
  std::vector<std::pair<size_t, size_t>> parts{{first, last}};
  while (!parts.empty()) {
    const auto [from, to] = parts.back();
    parts.pop_back();
    const auto [corner, away] = farthest_between(from, to, at);
    if (away <= error) continue;
    keep(corner);
    parts.insert(parts.end(), {{from, corner}, {corner, to}});
  }
}

}  // namespace murmur
