// Roots with the same bits on every machine: libraries differ in the last bit, + - * / and sqrt do not. No step needs them.
#pragma once

#include <cmath>

namespace murmur {

/// Length of (x, y). std::hypot needs glibc 2.35, which RHEL 9 does not have.
inline double length_of(double x, double y) { return std::sqrt(x * x + y * y); }

/// x^(1/3) by Newton's method; 0 for anything not above 0.
inline double cube_root(double x) {
  if (!(x > 0.0)) return 0.0;
  double root = x > 1.0 ? x : 1.0;  // begins above the root: the values decrease until rounding stops them
  for (;;) {
    const double next = (2.0 * root + x / (root * root)) / 3.0;
    if (!(next < root)) return root;
    root = next;
  }
}

}  // namespace murmur
