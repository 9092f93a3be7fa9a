// The side of a line on which a point lies, exact for coordinates that are float32: then every test of walls at the start agrees with
// every other, also through corners.
#pragma once

#include <cmath>

#include "base/vec.h"

namespace murmur {

/// -1, 0 or 1: p to the right of the line from a to b, on it, or to its left. Looks at the axes x and y of its points.
template <int D>
int side_of_line(const Vec<double, D>& a, const Vec<double, D>& b, const Vec<double, D>& p, int x = 0,
                 int y = 1) {
  // The area as six products, each exact: 24 bits times 24.
  const double terms[] = {a[x] * b[y],    -(a[y] * b[x]), b[x] * p[y],
                          -(b[y] * p[x]), p[x] * a[y],    -(p[y] * a[x])};
  double sum = 0.0, size = 0.0;
  for (const double term : terms) {
    sum += term;
    size += std::fabs(term);
  }
  if (std::fabs(sum) > 1e-14 * size) return sum > 0.0 ? 1 : -1;
  // What roundings leave out, kept: parts[0..count) add up to the sum and do not overlap, the largest last.
  double parts[6];
  int count = 0;
  for (double term : terms) {
    for (int k = 0; k < count; ++k) {
      const double whole = term + parts[k], back = whole - term;
      parts[k] = (term - (whole - back)) + (parts[k] - back);
      term = whole;
    }
    parts[count++] = term;
  }
  for (int k = count - 1; k >= 0; --k)
    if (parts[k] != 0.0) return parts[k] > 0.0 ? 1 : -1;
  return 0;
}

}  // namespace murmur
