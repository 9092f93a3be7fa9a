// Cells around a block of boids, in which neighbours are searched (model/visit.inl).
#pragma once

#include <cstdint>

#include "base/math.h"
#include "base/qualifiers.h"
#include "model/cell_grid.h"

namespace murmur {

/// Boids [first, last) of sorted boids, all in cell row `row` (of layer `layer`), columns low .. high.
struct Block {
  uint32_t first, last;
  int32_t layer, row, low, high;
};

/// Cells from .. to on each axis (columns, rows, layers), both included, as images of the world: indices below 0 and
/// beyond the last cell are cells of an adjacent image. Empty where to < from.
struct Cells {
  int32_t from[3], to[3];
};

/// All cells that may contain neighbours of the block's boids; reaches at most one world to either side.
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

/// Keeps the part of `cells` that may have boids within `reach` of positions between `low` and `high`. Not for Images::kChecked.
template <class T, int D>
MURMUR_INLINE Cells cells_within(Cells cells, const CellGrid<T, D>& grid, const World<T, D>& world,
                                 const Vec<T, D>& low, const Vec<T, D>& high, T reach) {
  const auto cell = [&](int k, T place, int32_t otherwise) {
    const T x = round_down(place * grid.inverse[k]);
    if (!(x > T(-0x1p30) && x < T(0x1p30))) return otherwise;  // NaN, or far outside the world
    const int32_t c = static_cast<int32_t>(x), last = grid.count[k] - 1;
    if (grid.images != Images::kNone) return c;
    return c < 0 ? 0 : c > last ? last : c;  // boids outside the world belong to border cells
  };
  for (int k = 0; k < D; ++k) {
    // The margin exceeds all rounding errors of displacements, images and cells.
    const T far = reach * T(1.001) + world.size[k] * T(1e-6);
    const int32_t from = cell(k, low[k] - far, cells.from[k]), to = cell(k, high[k] + far, cells.to[k]);
    cells.from[k] = from > cells.from[k] ? from : cells.from[k];
    cells.to[k] = to < cells.to[k] ? to : cells.to[k];
  }
  return cells;
}

/// Keeps the part of `cells` that boids of the block can see up to a distance of sqrt(`square`).
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

/// Splits `cells` into parts: the block's own row, which has the nearest boids, then the rows and layers on either side.
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

/// Pointer to the starts of the cells of a row, in an array over the whole world; `row` is counted over all layers.
/// An executor with another layout of starts overloads this function for its own type, and uses the other arguments:
/// the coordinate on the last axis as an image of the world (below 0 and beyond the last are images), and the row
/// within its layer (0 in 2-D).
MURMUR_INLINE const uint32_t* row_of(const uint32_t* starts, int32_t columns, int32_t row, int32_t, int32_t) {
  return starts + static_cast<int64_t>(row) * columns;
}

}  // namespace murmur
