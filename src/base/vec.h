// A fixed-size vector over any arithmetic type (float, double, a pack of lanes). Storage only: the arithmetic
// is in base/arithmetic.inl, because lane arithmetic must be in the namespace of its instruction set.
#pragma once

#include "base/qualifiers.h"

namespace murmur {

template <class T, int D>
struct Vec {
  T c[D];

  MURMUR_INLINE T& operator[](int axis) { return c[axis]; }
  MURMUR_INLINE const T& operator[](int axis) const { return c[axis]; }
};

}  // namespace murmur
