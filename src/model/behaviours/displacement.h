// Displacements and directions in a world's metric, for everything that is not a neighbour pair.
#pragma once

#include "model/cell_grid.h"

namespace murmur {

/// to - from, or to the minimum image of `to` in a wrapped world (SPEC section 4).
template <class T, int D>
MURMUR_HD Vec<T, D> displacement(const World<T, D>& world, const Vec<T, D>& from, const Vec<T, D>& to) {
  if (world.metric == Metric::kPlain) return to - from;
  Vec<T, D> d;
  for (int k = 0; k < D; ++k) d[k] = (to[k] + image_shift(from[k], to[k], world.size[k], world.half[k])) - from[k];
  return d;
}

/// x / |x|; unit(0) = 0.
template <class T, int D>
MURMUR_HD Vec<T, D> unit(const Vec<T, D>& x) {
  const T square = dot(x, x);
  return square > T(0) ? x / square_root(square) : x;
}

/// x shortened to length `longest` if it is longer.
template <class T, int D>
MURMUR_HD Vec<T, D> limited(const Vec<T, D>& x, T longest) {
  const T square = dot(x, x);
  return square > longest * longest ? x * (longest / square_root(square)) : x;
}

/// Adds push * unit(p - at) to dv if p is within the radius: how boids flee the cursor and predators.
template <class T, int D>
MURMUR_HD void flee(const World<T, D>& world, const Vec<T, D>& at, T radius_squared, T push, const Vec<T, D>& p, Vec<T, D>& dv) {
  const Vec<T, D> away = displacement(world, at, p);
  if (dot(away, away) < radius_squared) dv = dv + unit(away) * push;
}

}  // namespace murmur
