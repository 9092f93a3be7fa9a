// The inner cells of a wrapped world with boids outside it: cells so far from each border that none of their boids
// has an image as a neighbour. Searching these cells needs no image tests.
#pragma once

#include "model/cell_grid.h"

namespace murmur {

template <int D>
class InnerCells {
 public:
  /// Finds the inner cells; a grid without Images::kChecked has none, since there is nothing to gain.
  InnerCells(const World<float, D>& world, float radius, const CellGrid<float, D>& grid)
      : around_(grid), grid_(grid) {
    grid_.images = Images::kNone;
    for (int k = 0; k < D && any(); ++k)
      grid_.reach[k] = cells_in_reach_inside(radius, grid.count[k], world.size[k], grid.inverse[k]);
  }

  bool any() const {
    bool any = around_.images == Images::kChecked;
    for (int k = 0; k < D; ++k) any = any && from(k) < to(k);
    return any;
  }
  /// Whether columns from(0) .. to(0) - 1 of this row, counted over all layers, are inner cells. Call only if any() is true.
  bool has_row(int64_t row) const {
    const int64_t at[2] = {row % grid_.count[1], row / grid_.count[1]};  // row within its layer, layer
    for (int k = 1; k < D; ++k)
      if (at[k - 1] < from(k) || at[k - 1] >= to(k)) return false;
    return true;
  }
  int32_t from(int axis) const { return around_.reach[axis]; }
  int32_t to(int axis) const { return around_.count[axis] - around_.reach[axis]; }
  const CellGrid<float, D>& grid() const { return grid_; }  ///< grid for searches around inner cells

 private:
  CellGrid<float, D> around_, grid_;
};

}  // namespace murmur
