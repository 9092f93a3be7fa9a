// The side of a line on which a point lies, exact for float32 coordinates, so that all tests of walls at the start
// agree with each other, even through corners.
#pragma once

#include <cmath>

#include "base/vec.h"

namespace murmur {

/// -1, 0 or 1: p is to the right of the line from a to b, on it, or to its left. Uses the axes x and y of the points.
template <int D>
int side_of_line(const Vec<double, D>& a, const Vec<double, D>& b, const Vec<double, D>& p, int x = 0,
                 int y = 1) {
  // The area as six products of two 24-bit numbers, each exact.
  const double terms[] = {a[x] * b[y],    -(a[y] * b[x]), b[x] * p[y],
                          -(b[y] * p[x]), p[x] * a[y],    -(p[y] * a[x])};
  double sum = 0.0, size = 0.0;
  for (const double term : terms) {
    sum += term;
    size += std::fabs(term);
  }
  if (std::fabs(sum) > 1e-14 * size) return sum > 0.0 ? 1 : -1;
  // Parts of the exact sum: parts[0..count) keep rounding errors, do not overlap, and the largest is last.
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
