// The arithmetic of the numeric contract for scalars: + - * / in the language, and fma, sqrt, floor,
// select and comparisons here, each exact (IEEE, round to nearest) on the host and on a CUDA device.
// lanes.inl gives the same names for packs of floats; the shared rule text is written against both.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "base/qualifiers.h"
#include "base/vec.h"

namespace murmur {

/// The arithmetic types that this namespace's shared text is for; lanes define their own concept of this
/// name.
template <class T>
concept Own = std::is_floating_point_v<T>;
/// What a comparison of T gives, and how many boids a T holds.
template <Own T>
using MaskOf = bool;
template <Own T>
constexpr int kLanesOf = 1;

MURMUR_INLINE float fused(float a, float b, float c) { return fmaf(a, b, c); }
MURMUR_INLINE double fused(double a, double b, double c) { return ::fma(a, b, c); }
MURMUR_INLINE float square_root(float a) { return sqrtf(a); }
MURMUR_INLINE double square_root(double a) { return ::sqrt(a); }
MURMUR_INLINE float round_down(float a) { return floorf(a); }
MURMUR_INLINE double round_down(double a) { return ::floor(a); }
MURMUR_INLINE float magnitude(float a) { return fabsf(a); }
MURMUR_INLINE double magnitude(double a) { return ::fabs(a); }

template <Own T>
MURMUR_INLINE T select(bool mask, const T& yes, const T& no) {
  return mask ? yes : no;
}
/// mask ? sum + x : sum. Lanes may add a masked +0 instead: the same bits, for a sum that starts at +0 is
/// never -0.
template <Own T>
MURMUR_INLINE T add_if(bool mask, const T& sum, const T& x) {
  return mask ? sum + x : sum;
}
template <Own T>
MURMUR_INLINE T sub_if(bool mask, const T& sum, const T& x) {
  return mask ? sum - x : sum;
}
/// a - b. AVX-512 lanes compute fma(a, one, -b), the same bits: the adders are the bottleneck of a neighbour
/// test, the multipliers idle (8 % of the rules phase on Zen 4). `one` is a 1 the compiler does not know to
/// be one.
template <Own T>
MURMUR_INLINE T difference(const T& a, const T& b, const T&) {
  return a - b;
}
template <Own T>
MURMUR_INLINE T opaque_one() {
  return T(1);
}
MURMUR_INLINE bool both(bool a, bool b) { return a && b; }
MURMUR_INLINE bool either(bool a, bool b) { return a || b; }
/// Whether the mask holds for any boid of a T.
MURMUR_INLINE bool any(bool mask) { return mask; }
/// All lanes of T but the one of this index: nothing for a scalar, which has one.
template <Own T>
MURMUR_INLINE bool not_lane(uint32_t) {
  return false;
}

#include "base/arithmetic.inl"

/// True for every number but NaN and the infinities.
template <Own T>
MURMUR_INLINE bool is_finite(const T& a) {
  return magnitude(a) <= std::numeric_limits<T>::max();
}

}  // namespace murmur
