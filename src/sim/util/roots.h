// Roots with the same bits on every machine: libraries differ in the last bit of roots, but not in + - * / and sqrt.
// Not used by steps.
#pragma once

#include <cmath>

namespace murmur {

/// Length of (x, y). Not std::hypot, which needs glibc 2.35; RHEL 9 has an older one.
inline double length_of(double x, double y) { return std::sqrt(x * x + y * y); }

/// x^(1/3) by Newton's method; 0 for x <= 0 and NaN.
inline double cube_root(double x) {
  if (!(x > 0.0)) return 0.0;
  double root = x > 1.0 ? x : 1.0;  // starts above the root: values decrease until rounding stops them
  for (;;) {
    const double next = (2.0 * root + x / (root * root)) / 3.0;
    if (!(next < root)) return root;
    root = next;
  }
}

}  // namespace murmur
