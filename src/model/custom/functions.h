// Functions of custom rules on one number, by exact operations. model/custom/operations.inl calls them for each lane.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "base/math.h"

namespace murmur {

/// The natural logarithm, with a relative error below 3e-7 in float and 1e-15 in double except near 0; -inf for 0,
/// NaN for negative numbers.
template <class S>
MURMUR_INLINE S natural_logarithm(S x) {
  using Bits = std::conditional_t<sizeof(S) == 4, uint32_t, uint64_t>;
  constexpr int kMantissa = std::numeric_limits<S>::digits - 1,
                kBias = std::numeric_limits<S>::max_exponent - 1;
  if (!(x > S(0))) {
    if (x >= S(0)) return -std::numeric_limits<S>::infinity();
    return x < S(0) ? std::numeric_limits<S>::quiet_NaN() : x;
  }
  if (x > std::numeric_limits<S>::max()) return x;
  int32_t exponent = 0;
  if (x < std::numeric_limits<S>::min()) {
    x = x * static_cast<S>(uint64_t{1} << kMantissa);
    exponent = -kMantissa;
  }
  Bits bits;
  memcpy(&bits, &x, sizeof bits);
  exponent += static_cast<int32_t>(bits >> kMantissa) - kBias;
  bits = (bits & ((Bits{1} << kMantissa) - 1)) | (static_cast<Bits>(kBias) << kMantissa);
  S m;  // mantissa, 1 <= m < 2
  memcpy(&m, &bits, sizeof m);
  if (m > static_cast<S>(1.4142135623730951)) {
    m = m * S(0.5);
    exponent += 1;
  }
  // log m = 2 artanh(s), s = (m - 1) / (m + 1), |s| <= 0.172
  const S s = (m - S(1)) / (m + S(1)), square = s * s;
  S sum = S(0);
  for (int k = sizeof(S) == 4 ? 6 : 11; k >= 1; --k)
    sum = fused(sum, square, static_cast<S>(2.0 / (2 * k + 1)));
  sum = s * S(2) + (sum * square) * s;
  return fused(static_cast<S>(exponent), static_cast<S>(0.693147180559945309), sum);
}

/// 2^n for an integer n in the range of normal floats.
MURMUR_INLINE float power_of_two(float n) {
  const uint32_t bits = static_cast<uint32_t>(static_cast<int32_t>(n) + 127) << 23;
  float power;
  memcpy(&power, &bits, sizeof power);
  return power;
}
MURMUR_INLINE double power_of_two(double n) {
  const uint64_t bits = static_cast<uint64_t>(static_cast<int64_t>(n) + 1023) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return power;
}

/// Mixes the bits of x (C. Wellons' "lowbias32"), for the random number in [-1, 1) at a corner of a grid.
MURMUR_INLINE uint32_t mix32(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

/// Value noise number `field` of a seed at position x: random numbers at the corners of a grid of side 1,
/// interpolated by 3t^2 - 2t^3 along each axis, in the order of the axes. Beyond 2^24 the noise is constant along an
/// axis.
template <int D, class S>
MURMUR_INLINE S value_noise(uint64_t seed, uint32_t field, const S* x) {
  uint32_t corner[3] = {};
  S share[3] = {};
  for (int k = 0; k < D; ++k) {
    const S most = S(16777216), down = round_down(x[k]);
    const S low = down > S(0) - most ? (down < most ? down : most) : S(0) - most;
    const S t = x[k] - low;
    corner[k] = static_cast<uint32_t>(static_cast<int32_t>(low));
    share[k] = t < S(0) ? S(0) : t > S(1) ? S(1) : (t * t) * (S(3) - S(2) * t);
  }
  const uint32_t key =
      mix32(mix32(static_cast<uint32_t>(seed) + field * 0x9e3779b9u) ^ static_cast<uint32_t>(seed >> 32));
  S values[1 << D];
  for (int c = 0; c < 1 << D; ++c) {
    uint32_t h = key;
    for (int k = 0; k < D; ++k) h = mix32(h + corner[k] + static_cast<uint32_t>(c >> k & 1));
    values[c] = static_cast<S>(h >> 8) * static_cast<S>(1.1920928955078125e-7) - S(1);
  }
  for (int k = 0; k < D; ++k)
    for (int c = 0; c < 1 << (D - 1 - k); ++c)
      values[c] = values[2 * c] + (values[2 * c + 1] - values[2 * c]) * share[k];
  return values[0];
}

}  // namespace murmur
