// A pack of two floats with the functions of base/math.h: a thread of a GPU computes two boids with it and reads
// each candidate neighbour once.
// The namespace includes the shared code of src/model for this type, as the namespaces of lanes do (model/device/steer_pairs.h).
#pragma once

#include "base/math.h"

namespace murmur::two {

struct Two {
  float a, b;
  Two() = default;
  MURMUR_INLINE Two(float first, float second) : a(first), b(second) {}
  MURMUR_INLINE explicit Two(float both) : a(both), b(both) {}
};
struct TwoMask {
  bool a, b;
};

template <class T>
concept Arithmetic = std::is_same_v<T, Two>;
template <class T>
using MaskOf = TwoMask;
template <class T>
constexpr int kLanesOf = 2;
template <class T>
constexpr bool kQuickSums = false;
template <class T>
using ScalarOf = float;

MURMUR_INLINE Two operator+(const Two& x, const Two& y) { return {x.a + y.a, x.b + y.b}; }
MURMUR_INLINE Two operator-(const Two& x, const Two& y) { return {x.a - y.a, x.b - y.b}; }
MURMUR_INLINE Two operator*(const Two& x, const Two& y) { return {x.a * y.a, x.b * y.b}; }
MURMUR_INLINE Two operator/(const Two& x, const Two& y) { return {x.a / y.a, x.b / y.b}; }
MURMUR_INLINE TwoMask operator<(const Two& x, const Two& y) { return {x.a < y.a, x.b < y.b}; }
MURMUR_INLINE TwoMask operator>(const Two& x, const Two& y) { return {x.a > y.a, x.b > y.b}; }
MURMUR_INLINE TwoMask operator<=(const Two& x, const Two& y) { return {x.a <= y.a, x.b <= y.b}; }
MURMUR_INLINE TwoMask operator>=(const Two& x, const Two& y) { return {x.a >= y.a, x.b >= y.b}; }
MURMUR_INLINE TwoMask both(const TwoMask& x, const TwoMask& y) { return {x.a && y.a, x.b && y.b}; }
MURMUR_INLINE TwoMask either(const TwoMask& x, const TwoMask& y) { return {x.a || y.a, x.b || y.b}; }
MURMUR_INLINE bool any(const TwoMask& x) { return x.a || x.b; }

MURMUR_INLINE Two fused(const Two& x, const Two& y, const Two& z) {
  return {murmur::fused(x.a, y.a, z.a), murmur::fused(x.b, y.b, z.b)};
}
MURMUR_INLINE Two square_root(const Two& x) { return {murmur::square_root(x.a), murmur::square_root(x.b)}; }
MURMUR_INLINE Two magnitude(const Two& x) { return {murmur::magnitude(x.a), murmur::magnitude(x.b)}; }
MURMUR_INLINE Two lesser(const Two& x, const Two& y) {
  return {murmur::lesser(x.a, y.a), murmur::lesser(x.b, y.b)};
}
MURMUR_INLINE Two greater(const Two& x, const Two& y) {
  return {murmur::greater(x.a, y.a), murmur::greater(x.b, y.b)};
}
MURMUR_INLINE Two select(const TwoMask& m, const Two& yes, const Two& no) {
  return {m.a ? yes.a : no.a, m.b ? yes.b : no.b};
}
MURMUR_INLINE Two add_if(const TwoMask& m, const Two& sum, const Two& x) { return select(m, sum + x, sum); }
MURMUR_INLINE Two sub_if(const TwoMask& m, const Two& sum, const Two& x) { return select(m, sum - x, sum); }
MURMUR_INLINE Two difference(const Two& x, const Two& y, const Two&) { return x - y; }
template <class T>
MURMUR_INLINE Two opaque_one() {
  return Two(1.0f);
}
template <class T>
MURMUR_INLINE TwoMask not_lane(uint32_t index) {
  return {index != 0, index != 1};
}

template <class T>
struct NumbersOf {
  float at[2];
  MURMUR_INLINE explicit NumbersOf(const Two& x) : at{x.a, x.b} {}
  MURMUR_INLINE Two together() const { return {at[0], at[1]}; }
  static MURMUR_INLINE void put(const Two& x, float* to, uint32_t count) {
    if (count > 0) to[0] = x.a;
    if (count > 1) to[1] = x.b;
  }
};

#include "base/arithmetic.inl"

}  // namespace murmur::two
