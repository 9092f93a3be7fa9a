// Vector arithmetic for the types of the concept `Own` of the including namespace: scalars in murmur, lanes
// in the namespace of an instruction set. Included by base/math.h, and by sim/backends/cpu/lanes_step.cpp
// once per instruction set.

template <Arithmetic T, int D>
MURMUR_INLINE Vec<T, D> operator+(const Vec<T, D>& a, const Vec<T, D>& b) {
  Vec<T, D> r;
  for (int k = 0; k < D; ++k) r[k] = a[k] + b[k];
  return r;
}
template <Arithmetic T, int D>
MURMUR_INLINE Vec<T, D> operator-(const Vec<T, D>& a, const Vec<T, D>& b) {
  Vec<T, D> r;
  for (int k = 0; k < D; ++k) r[k] = a[k] - b[k];
  return r;
}
template <Arithmetic T, int D>
MURMUR_INLINE Vec<T, D> operator*(const Vec<T, D>& a, const T& s) {
  Vec<T, D> r;
  for (int k = 0; k < D; ++k) r[k] = a[k] * s;
  return r;
}
template <Arithmetic T, int D>
MURMUR_INLINE Vec<T, D> operator/(const Vec<T, D>& a, const T& s) {
  Vec<T, D> r;
  for (int k = 0; k < D; ++k) r[k] = a[k] / s;
  return r;
}

/// a.b, summed as fma(z, z', fma(x, x', y * y')): the order of docs/determinism.md.
template <Arithmetic T, int D>
MURMUR_INLINE T dot(const Vec<T, D>& a, const Vec<T, D>& b) {
  T sum = fused(a[0], b[0], a[1] * b[1]);
  if constexpr (D == 3) sum = fused(a[2], b[2], sum);
  return sum;
}

/// A vector of scalars S as one of T.
template <Arithmetic T, class S, int D>
MURMUR_INLINE Vec<T, D> splat(const Vec<S, D>& a) {
  Vec<T, D> r;
  for (int k = 0; k < D; ++k) r[k] = T(a[k]);
  return r;
}
