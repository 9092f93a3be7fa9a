// The grid of cells of docs/determinism.md: it defines the order of every sum and limits the search for neighbours.
// Axis 0 (x) counts columns, axis 1 rows, axis 2 layers. A position outside the world belongs to the nearest border
// cell.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/math.h"
#include "base/qualifiers.h"
#include "model/parameters.h"
#include "model/sum_kind.h"

namespace murmur {

template <class T, int D>
struct CellGrid {
  int32_t count[D];  ///< cells per axis
  int32_t reach[D];  ///< cells to search on each side to find all boids within R
  T inverse[D];      ///< cells per world unit
  Images images;

  MURMUR_HD int64_t cells() const {
    int64_t product = 1;
    for (int k = 0; k < D; ++k) product *= count[k];
    return product;
  }
  MURMUR_HD int32_t rows() const { return D == 3 ? count[1] * count[2] : count[1]; }  ///< rows of all layers

  /// Cell coordinate of p on an axis, floor(p * (count / W)) clamped into the grid.
  MURMUR_HD int32_t coordinate(int axis, T p) const {
    const T x = round_down(p * inverse[axis]);
    const T last = static_cast<T>(count[axis] - 1);
    return static_cast<int32_t>(x > T(0) ? (x < last ? x : last) : T(0));
  }
  /// Index of the cell of p, in (layer, row, column) order.
  MURMUR_HD uint32_t cell(const Vec<T, D>& p) const {
    uint32_t index = 0;
    for (int k = D - 1; k >= 0; --k)
      index = index * static_cast<uint32_t>(count[k]) + static_cast<uint32_t>(coordinate(k, p[k]));
    return index;
  }
};

/// Number of cells to search on each side of an axis to find all boids within R: R in cells, rounded up. Clamping
/// moves each boid of a pair by up to `outside`; 1e-6 covers the rounding of R. `rounding` [cells] covers the
/// rounding of cells and images; the overload without it assumes the largest possible rounding.
template <class T>
MURMUR_HD int32_t cells_in_reach(T radius, T outside, int32_t count, T size, double rounding) {
  const double cells_per_unit = count / static_cast<double>(size);
  const double reach =
      (static_cast<double>(radius) + 2.0 * static_cast<double>(outside)) * cells_per_unit * (1.0 + 1e-6) +
      rounding;
  return reach < 2.0 * count ? static_cast<int32_t>(reach) + 1 : 2 * count;
}
template <class T>
MURMUR_HD int32_t cells_in_reach(T radius, T outside, int32_t count, T size) {
  return cells_in_reach(radius, outside, count, size, count * 0x1p-22);
}

/// Same as cells_in_reach() if no boid is outside the world. One more row on each side costs two thirds of a step, so
/// the bounds of rounding are tight: one row suffices up to a world of 16,000 R. A bound [cells] is how much closer
/// than their cells rounding can bring two boids.
template <class T>
int32_t cells_in_reach_inside(T radius, int32_t count, T size, T inverse) {
  const auto spacing = [](T x) { return static_cast<double>(std::nextafter(x, x + x) - x); };
  // p * inverse may be rounded up into the next cell; above 2^24 not every cell number is a float, so it may also be rounded down.
  const double coordinate = spacing(static_cast<T>(count)) * (count > 1 << 23 ? 1.0 : 0.5);
  // Distances across the border are less exact: `count` cells of 1 / inverse can be longer than W, and W + p_j is rounded.
  const double lacking = count - static_cast<double>(size) * static_cast<double>(inverse);
  const double end = lacking > 0.0 ? lacking : 0.0;
  const double image = 0.5 * spacing(size + radius) * static_cast<double>(inverse);
  // If boids are two cells apart, either j is in the first cell, where W + p_j is at least W, or i is in the last one,
  // which ends at W.
  const double one = std::max({coordinate, end, image}), more = std::max(coordinate, end + image);
  const int32_t reach = cells_in_reach(radius, T(0), count, size, one);
  return reach == 1 ? 1 : cells_in_reach(radius, T(0), count, size, more);
}

/// Makes the grid for `boids` boids. `outside`: largest distance of a boid from the world on a wrapped axis, mostly 0.
template <class T, int D>
CellGrid<T, D> make_grid(const World<T, D>& world, T radius, int64_t boids, T outside) {
  CellGrid<T, D> grid;
  const double blocks_limit = 1e9;  // far above `limit` below; keeps the conversion to int defined
  for (int k = 0; k < D; ++k) {
    double blocks = static_cast<double>(world.size[k]) / (1.001 * static_cast<double>(radius));
    blocks = blocks < blocks_limit ? blocks : blocks_limit;
    const int64_t whole = static_cast<int64_t>(blocks);
    const int64_t wanted = k == 0 ? 4 * whole : whole;
    grid.count[k] = static_cast<int32_t>(wanted > 1 ? (wanted < 0x7fffffff ? wanted : 0x7fffffff) : 1);
  }
  const double most = 16.0 * static_cast<double>(boids) + 4096.0;
  const double limit = most < 0x1p30 ? most : 0x1p30;  // twice a cell index must fit into 32 bits
  for (;;) {
    double product = 1.0;
    for (int k = 0; k < D; ++k) product *= grid.count[k];
    if (product <= limit) break;
    for (int k = 0; k < D; ++k) grid.count[k] = grid.count[k] / 2 > 1 ? grid.count[k] / 2 : 1;
  }
  bool unique = outside <= T(0);
  for (int k = 0; k < D; ++k) {
    grid.inverse[k] = static_cast<T>(static_cast<T>(grid.count[k]) / world.size[k]);
    grid.reach[k] = outside > T(0)
                        ? cells_in_reach(radius, outside, grid.count[k], world.size[k])
                        : cells_in_reach_inside(radius, grid.count[k], world.size[k], grid.inverse[k]);
    if (3.0 * 1.001 * static_cast<double>(radius) > static_cast<double>(world.size[k])) unique = false;
  }
  grid.images = world.metric == Metric::kPlain ? Images::kNone : unique ? Images::kUnique : Images::kChecked;
  return grid;
}

/// Whether boids see all images of all cells, because some are far outside a wrapped world. If all boids are inside
/// and the world has several columns, the world is larger than R, and no boid sees that far.
template <class T, int D>
bool sees_all_images(const CellGrid<T, D>& grid) {
  bool all = grid.images == Images::kChecked && grid.count[0] > 1;
  for (int k = 0; k < D; ++k) all = all && grid.reach[k] >= 2 * grid.count[k];
  return all;
}

/// Largest distance of p outside the world over all axes; 0 inside.
template <class T, int D>
MURMUR_HD T distance_outside(const World<T, D>& world, const Vec<T, D>& p) {
  T worst = T(0);
  for (int k = 0; k < D; ++k) {
    const T below = T(0) - p[k], above = p[k] - world.size[k];
    worst = below > worst ? below : worst;
    worst = above > worst ? above : worst;
  }
  return worst;
}

/// Shift of the minimum image on one axis of length W: -W, 0 or +W added to p_j (docs/determinism.md).
template <class T>
MURMUR_HD T image_shift(T p_i, T p_j, T size, T half) {
  const T t = p_j - p_i;
  return t > half ? T(0) - size : (t < T(0) - half ? size : T(0));
}

}  // namespace murmur
