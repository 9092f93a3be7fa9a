// The arithmetic of docs/determinism.md for scalars. The language has + - * /; this header adds fma, sqrt,
// floor, select and comparisons. Each is exact (IEEE, round to nearest) on the host and on a CUDA device.
// lanes.inl has the same names for packs of floats, so that the shared code of src/model compiles for both.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#ifdef __wasm__
#include "base/exact_fma.h"
#endif
#include "base/qualifiers.h"
#include "base/vec.h"

namespace murmur {

/// The arithmetic types of this namespace. The namespaces of lanes define their own concept with this name.
template <class T>
concept Arithmetic = std::is_floating_point_v<T>;
/// Result type of a comparison of two T.
template <Arithmetic T>
using MaskOf = bool;
/// Number of boids in a T.
template <Arithmetic T>
constexpr int kLanesOf = 1;
template <Arithmetic T>
using ScalarOf = T;  ///< number type of a single boid in a pack T
/// Whether sums over neighbours leave out fma where the bits stay the same (quick_sum.inl of the cpu backend).
template <class T>
constexpr bool kQuickSums = false;
template <Arithmetic T>
using IdsOf = uint32_t;  ///< ids of the boids in a T; packs of lanes have a pointer to the first id

#ifdef __wasm__
MURMUR_INLINE float fused(float a, float b, float c) { return exact_fma(a, b, c); }
#else
MURMUR_INLINE float fused(float a, float b, float c) { return fmaf(a, b, c); }
#endif
MURMUR_INLINE double fused(double a, double b, double c) { return ::fma(a, b, c); }
MURMUR_INLINE float square_root(float a) { return sqrtf(a); }
MURMUR_INLINE double square_root(double a) { return ::sqrt(a); }
MURMUR_INLINE float round_down(float a) { return floorf(a); }
MURMUR_INLINE double round_down(double a) { return ::floor(a); }
MURMUR_INLINE float magnitude(float a) { return fabsf(a); }
MURMUR_INLINE double magnitude(double a) { return ::fabs(a); }

template <Arithmetic T>
MURMUR_INLINE T select(bool mask, const T& yes, const T& no) {
  return mask ? yes : no;
}
/// The smaller of two numbers, neither of which may be -0.
template <Arithmetic T>
MURMUR_INLINE T lesser(const T& a, const T& b) {
  return a < b ? a : b;
}
template <Arithmetic T>
MURMUR_INLINE T greater(const T& a, const T& b) {
  return a < b ? b : a;
}
/// mask ? sum + x : sum. Packs of lanes may add a masked +0 instead: the bits are the same, because a sum that starts at +0 is never -0.
template <Arithmetic T>
MURMUR_INLINE T add_if(bool mask, const T& sum, const T& x) {
  return mask ? sum + x : sum;
}
template <Arithmetic T>
MURMUR_INLINE T sub_if(bool mask, const T& sum, const T& x) {
  return mask ? sum - x : sum;
}
template <Arithmetic T>
MURMUR_INLINE T add_magnitude_if(bool mask, const T& sum, const T& x) {
  const T with = sum + magnitude(x);
  return mask ? with : sum;
}
/// mask ? fma(a, x, sum) : sum. Packs of lanes may multiply x by a masked 0 instead, which may change the sign of a
/// sum of 0. They need a finite x, or x from finite_if().
template <Arithmetic T>
MURMUR_INLINE T fused_if(bool mask, const T& a, const T& x, const T& sum) {
  const T with = fused(a, x, sum);  // computed for every mask, so that a GPU needs no branch
  return mask ? with : sum;
}
template <Arithmetic T>
MURMUR_INLINE T finite_if(bool, const T& x) {
  return x;
}
/// a - b. AVX-512 lanes compute fma(a, one, -b), which has the same bits: adders limit the neighbour test
/// while multipliers are idle (8 % of the rules phase on Zen 4). The compiler cannot see that `one` is 1.
template <Arithmetic T>
MURMUR_INLINE T difference(const T& a, const T& b, const T&) {
  return a - b;
}
template <Arithmetic T>
MURMUR_INLINE T in_register(const T& x) {
  return x;
}
template <Arithmetic T>
MURMUR_INLINE T opaque_one() {
  return T(1);
}
MURMUR_INLINE bool both(bool a, bool b) { return a && b; }
MURMUR_INLINE bool either(bool a, bool b) { return a || b; }
/// Whether the mask is true for any boid of a T.
MURMUR_INLINE bool any(bool mask) { return mask; }
MURMUR_INLINE bool all(bool mask) { return mask; }
/// The largest number of a T.
template <Arithmetic T>
MURMUR_INLINE T largest(const T& a) {
  return a;
}
/// Mask of all lanes of T except this one; false for a scalar, which has one lane.
template <Arithmetic T>
MURMUR_INLINE bool not_lane(uint32_t) {
  return false;
}

/// The numbers of a pack T as an array.
template <Arithmetic T>
struct NumbersOf {
  T at[1];
  MURMUR_INLINE explicit NumbersOf(const T& x) : at{x} {}
  MURMUR_INLINE T together() const { return at[0]; }
  /// Loads a T from consecutive numbers; put() stores its first `count` numbers.
  static MURMUR_INLINE T in_row(const T* from) { return *from; }
  static MURMUR_INLINE void put(const T& x, T* to, uint32_t count) {
    if (count > 0) *to = x;
  }
};

#include "base/arithmetic.inl"

/// Whether a number is finite: false for NaN and the infinities.
template <Arithmetic T>
MURMUR_INLINE bool is_finite(const T& a) {
  return magnitude(a) <= std::numeric_limits<T>::max();
}
template <Arithmetic T, int D>
MURMUR_INLINE bool all_finite(const Vec<T, D>& p, const Vec<T, D>& v) {
  bool finite = true;
  for (int k = 0; k < D; ++k) finite = finite && is_finite(p[k]) && is_finite(v[k]);
  return finite;
}

}  // namespace murmur
