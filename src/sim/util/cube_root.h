// The cube root with the same bits on every machine: libraries differ in the last bit, + - * / do not.
// For sizes of worlds and flocks, once per scenario; no step needs it.
#pragma once

namespace murmur {

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
