// Sine, cosine and logarithm from exact operations (docs/determinism.md): results of libraries differ in their last
// bit between machines. The argument is reduced to a range near 0, where Taylor's series is summed. Used by random
// turns (turning.inl).
#pragma once

#include <cstdint>
#include <cstring>

#include "base/bits.h"
#include "base/math.h"

namespace murmur {

#include "base/sine_cosine.inl"

/// The natural logarithm of a normal number above 0, with a relative error below 3e-7 in float and 1e-12 in double.
template <Arithmetic T>
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
  // The series is log m = 2 artanh(s), s = (m - 1) / (m + 1), |s| <= 0.172.
  const T s = (T(m) - T(1)) / (T(m) + T(1)), square = s * s;
  T sum = T(0);
  for (int k = 8; k >= 0; --k) sum = fused(sum, square, static_cast<T>(2.0 / (2 * k + 1)));
  return fused(static_cast<T>(exponent), static_cast<T>(0.693147180559945309), sum * s);
}

}  // namespace murmur
