// Sine, cosine and logarithm from exact operations (docs/determinism.md): those of libraries differ in their last bit
// between machines. Taylor's series near 0, after a reduction to that range. Used by random turns (noise.inl).
#pragma once

#include <cstdint>
#include <cstring>

#include "base/bits.h"
#include "base/math.h"

namespace murmur {

/// sin(x) and cos(x) for |x| up to 1000, with an absolute error below 2e-7 in float and 2e-13 in double.
template <Own T>
MURMUR_HD inline void sine_cosine(T x, T& sine, T& cosine) {
  constexpr double kQuarter = 1.5707963267948966;  // pi / 2
  constexpr T high = static_cast<T>(kQuarter);
  constexpr T low = static_cast<T>(kQuarter - static_cast<double>(high) + 6.123233995736766e-17);
  const T quarters = round_down(fused(x, static_cast<T>(1.0 / kQuarter), T(0.5)));
  const T r = fused(T(0) - quarters, low, fused(T(0) - quarters, high, x));  // |r| <= pi / 4
  const T square = r * r;
  constexpr double kSine[] = {-1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6};
  constexpr double kCosine[] = {1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24, -0.5};
  T s = static_cast<T>(1.0 / 6227020800), c = static_cast<T>(-1.0 / 87178291200);
  for (const double term : kSine) s = fused(s, square, static_cast<T>(term));
  for (const double term : kCosine) c = fused(c, square, static_cast<T>(term));
  s = fused(s * square, r, r);
  c = fused(c, square, T(1));
  const int32_t quadrant = static_cast<int32_t>(quarters) & 3;
  const bool swapped = (quadrant & 1) != 0;
  const T near_sine = swapped ? c : s, near_cosine = swapped ? s : c;
  sine = quadrant >= 2 ? T(0) - near_sine : near_sine;
  cosine = quadrant == 1 || quadrant == 2 ? T(0) - near_cosine : near_cosine;
}

/// The natural logarithm of a normal number above 0, with a relative error below 3e-7 in float and 1e-12 in double.
template <Own T>
MURMUR_HD inline T logarithm(float x) {
  const uint32_t bits = bits_of(x);
  int32_t exponent = static_cast<int32_t>(bits >> 23) - 127;
  const uint32_t one_to_two = (bits & 0x007fffffu) | 0x3f800000u;
  float m;
  memcpy(&m, &one_to_two, sizeof m);
  if (m > 1.41421354f) {
    m = m * 0.5f;
    exponent += 1;
  }
  // log m = 2 artanh(s), s = (m - 1) / (m + 1), |s| <= 0.172
  const T s = (T(m) - T(1)) / (T(m) + T(1)), square = s * s;
  T sum = T(0);
  for (int k = 8; k >= 0; --k) sum = fused(sum, square, static_cast<T>(2.0 / (2 * k + 1)));
  return fused(static_cast<T>(exponent), static_cast<T>(0.693147180559945309), sum * s);
}

}  // namespace murmur
