// The cells of docs/determinism.md: they define the order of every sum and limit the search for neighbours.
// Axis 0 (x) counts columns, axis 1 rows, axis 2 layers. A position outside the world belongs to the border
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
  MURMUR_HD int32_t rows() const { return D == 3 ? count[1] * count[2] : count[1]; }  ///< over all layers

  /// Cell coordinate of p on an axis, floor(p * (count / W)) clamped into the grid.
  MURMUR_HD int32_t coordinate(int axis, T p) const {
    const T x = round_down(p * inverse[axis]);
    const T last = static_cast<T>(count[axis] - 1);
    return static_cast<int32_t>(x > T(0) ? (x < last ? x : last) : T(0));
  }
  /// Index in (layer, row, column) order.
  MURMUR_HD uint32_t cell(const Vec<T, D>& p) const {
    uint32_t index = 0;
    for (int k = D - 1; k >= 0; --k)
      index = index * static_cast<uint32_t>(count[k]) + static_cast<uint32_t>(coordinate(k, p[k]));
    return index;
  }
};

/// Boids [first, last) of sorted boids, all in cell row `row` (of layer `layer`), columns low .. high.
struct Block {
  uint32_t first, last;
  int32_t layer, row, low, high;
};

/// Cells from .. to on each axis (columns, rows, layers), both included, as images of the world: below 0 and beyond the last
/// are cells of the next world. Empty where to < from.
struct Cells {
  int32_t from[3], to[3];
};

/// All cells that may have neighbours of the block's boids; at most one world to either side.
template <class T, int D>
MURMUR_INLINE Cells cells_around(const CellGrid<T, D>& grid, const Block& block) {
  const bool wrapped = grid.images != Images::kNone;
  const int32_t low[3] = {block.low, block.row, block.layer}, high[3] = {block.high, block.row, block.layer};
  Cells cells{};
  for (int k = 0; k < D; ++k) {
    const int32_t from = low[k] - grid.reach[k], to = high[k] + grid.reach[k];
    const int32_t least = wrapped ? -grid.count[k] : 0;
    const int32_t most = wrapped ? 2 * grid.count[k] - 1 : grid.count[k] - 1;
    cells.from[k] = from > least ? from : least;
    cells.to[k] = to < most ? to : most;
  }
  return cells;
}

/// Those of `cells` that may have boids within `reach` of places between `low` and `high`. Not for Images::kChecked.
template <class T, int D>
MURMUR_INLINE Cells cells_within(Cells cells, const CellGrid<T, D>& grid, const World<T, D>& world,
                                 const Vec<T, D>& low, const Vec<T, D>& high, T reach) {
  const auto cell = [&](int k, T place, int32_t otherwise) {
    const T x = round_down(place * grid.inverse[k]);
    if (!(x > T(-0x1p30) && x < T(0x1p30))) return otherwise;  // not a number, or far outside
    const int32_t c = static_cast<int32_t>(x), last = grid.count[k] - 1;
    if (grid.images != Images::kNone) return c;
    return c < 0 ? 0 : c > last ? last : c;  // where boids outside of the world belong
  };
  for (int k = 0; k < D; ++k) {
    // More than what the rounding of displacements, images and cells amounts to.
    const T far = reach * T(1.001) + world.size[k] * T(1e-6);
    const int32_t from = cell(k, low[k] - far, cells.from[k]), to = cell(k, high[k] + far, cells.to[k]);
    cells.from[k] = from > cells.from[k] ? from : cells.from[k];
    cells.to[k] = to < cells.to[k] ? to : cells.to[k];
  }
  return cells;
}

/// Those of `cells` that boids of the block can see when they see as far as the root of `square`.
template <class S, int D>
MURMUR_INLINE Cells cells_seen(const Cells& cells, const CellGrid<S, D>& grid, const World<S, D>& world,
                               const Body<S, D>* bodies, const Block& block, S square) {
  if (grid.images == Images::kChecked) return cells;
  Vec<S, D> low = bodies[block.first].p, high = low;
  for (uint32_t j = block.first + 1; j < block.last; ++j) {
    for (int k = 0; k < D; ++k) {
      low[k] = lesser(low[k], bodies[j].p[k]);
      high[k] = greater(high[k], bodies[j].p[k]);
    }
  }
  return cells_within(cells, grid, world, low, high, square_root(square));
}

/// `cells` in parts: the block's own row, where the nearest are, then the rows and layers on either side of it.
template <int D>
constexpr int kPartsOfCells = D == 3 ? 5 : 3;
template <int D>
MURMUR_INLINE Cells part_of_cells(Cells cells, const Block& block, int part) {
  const int32_t own[3] = {0, block.row, block.layer};
  const int axis = part < 3 ? 1 : 2;
  for (int k = axis + (part == 0 ? 0 : 1); k < D; ++k) cells.from[k] = cells.to[k] = own[k];
  if (part == 0) return cells;
  if (part % 2 == 1)
    cells.to[axis] = own[axis] - 1;
  else
    cells.from[axis] = own[axis] + 1;
  return cells;
}

/// Where the starts of the cells of a row are, in an array over the whole world: `row` is counted over all layers. An
/// executor whose starts lie otherwise has an overload for its own type, and uses the other arguments: the coordinate on
/// the last axis as an image of the world (below 0 and beyond the last are images), and the row in a layer (0 in 2-D).
MURMUR_INLINE const uint32_t* row_of(const uint32_t* starts, int32_t columns, int32_t row, int32_t, int32_t) {
  return starts + static_cast<int64_t>(row) * columns;
}

/// Cells to search on each side of an axis to find all boids within R: R in cells, rounded up. Clamping moves
/// each boid of a pair by up to `outside`; 1e-6 covers the rounding of R. `rounding` [cells] covers that of cells and
/// images; without it, the largest that they can have.
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

/// The same where no boid is outside. One row more on each side costs two thirds of a step, so these bounds are tight: one
/// row suffices up to a world of 16,000 R. A bound [cells] is how much nearer than their cells rounding can bring two boids.
template <class T>
int32_t cells_in_reach_inside(T radius, int32_t count, T size, T inverse) {
  const auto spacing = [](T x) { return static_cast<double>(std::nextafter(x, x + x) - x); };
  // p * inverse is rounded up into the next cell; above 2^24 not each cell has a float, and it is rounded down from one, too.
  const double coordinate = spacing(static_cast<T>(count)) * (count > 1 << 23 ? 1.0 : 0.5);
  // Across the border: `count` cells of 1 / inverse can be longer than W, and W + p_j is rounded.
  const double lacking = count - static_cast<double>(size) * static_cast<double>(inverse);
  const double end = lacking > 0.0 ? lacking : 0.0;
  const double image = 0.5 * spacing(size + radius) * static_cast<double>(inverse);
  // Two cells apart, j is in the first cell, where W + p_j is at least W, or i is in the last one, which ends at W.
  const double one = std::max({coordinate, end, image}), more = std::max(coordinate, end + image);
  const int32_t reach = cells_in_reach(radius, T(0), count, size, one);
  return reach == 1 ? 1 : cells_in_reach(radius, T(0), count, size, more);
}

/// Grid for `boids` boids. `outside`: largest distance of a boid outside the world on a wrapped axis, mostly
/// 0.
template <class T, int D>
CellGrid<T, D> make_grid(const World<T, D>& world, T radius, int64_t boids, T outside) {
  CellGrid<T, D> grid;
  const double blocks_limit = 1e9;  // far above the cell limit below; keeps the conversion to int defined
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

/// Whether boids see all images of all cells: some are far outside a wrapped world. Where all are inside, a world of several
/// columns is larger than R, and no boid sees that far.
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
