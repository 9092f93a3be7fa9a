// fma(a, b, c) of floats with the bits of IEEE 754, for processors without the instruction: WebAssembly. The product of two
// floats is exact in double. Their sum s is rounded to 53 bits and then to 24; that differs from one rounding only where s lies
// exactly between two floats (its low 29 bits are 100..0), or where the result is subnormal and keeps fewer than 24 bits.
// There the last bit of s is set if s is not exact ("round to odd"; Boldo and Melquiond, IEEE Transactions on Computers 57(4),
// 2008), so that the second rounding sees on which side the sum lies. musl's fmaf differs from IEEE 754 for subnormal results.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/qualifiers.h"

namespace murmur {

/// a + b rounded to odd: the float nearest to the result is the float nearest to the exact sum.
inline double sum_to_odd(double a, double b) {
  const double s = a + b;
  const double t = s - a, error = (a - (s - t)) + (b - t);  // two-sum (Knuth): a + b = s + error exactly
  if (!(error - error == 0.0)) return s;                    // NaN and infinities have no error
  uint64_t bits;
  std::memcpy(&bits, &s, sizeof bits);
  if (error == 0.0 || (bits & 1) != 0) return s;
  bits += (error > 0.0) == (s > 0.0) ? 1 : ~uint64_t{0};  // one bit away from zero, or towards zero
  double odd;
  std::memcpy(&odd, &bits, sizeof odd);
  return odd;
}

/// A function of its own, so that callers of exact_fma() inline only the test for the rare case.
__attribute__((noinline, cold)) inline float exact_fma_rare(double product, double c) {
  return static_cast<float>(sum_to_odd(product, c));
}

MURMUR_INLINE float exact_fma(float a, float b, float c) {
  const double product = static_cast<double>(a) * static_cast<double>(b);
  const double s = product + static_cast<double>(c);
  uint64_t bits;
  std::memcpy(&bits, &s, sizeof bits);
  const uint32_t low = static_cast<uint32_t>(bits), top = static_cast<uint32_t>(bits >> 32) << 1;
  // True where 0 < |s| < 2^-126: 0x70200000 is the upper word of 2^-126 without its sign. A sum of 0 is exact.
  if (__builtin_expect((low << 3) == 0x80000000u || top - 1u < 0x701fffffu, 0))
    return exact_fma_rare(product, static_cast<double>(c));
  return static_cast<float>(s);
}

}  // namespace murmur
