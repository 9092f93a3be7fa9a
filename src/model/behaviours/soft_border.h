// Soft border: Parker's bound_position. Within `margin` of the border, and outside it, a push back in.
#pragma once

#include "model/behaviours/displacement.h"

namespace murmur {

template <class T, int D>
MURMUR_HD void add_soft_border(const World<T, D>& world, const Vec<T, D>& p, Vec<T, D>& dv) {
  if (world.boundary != Boundary::kSoft) return;
  for (int k = 0; k < D; ++k) {
    if (p[k] < world.margin) dv[k] = dv[k] + world.push;
    if (p[k] > world.size[k] - world.margin) dv[k] = dv[k] - world.push;
  }
}

}  // namespace murmur
