// The part of a wrapped world where a step need not look for images, although some boids are outside the world: cells from
// whose boids no border is within reach. All neighbours there are unshifted, in the cells that are searched when all boids
// are inside.
#pragma once

#include <algorithm>

#include "model/cell_grid.h"

namespace murmur {

template <int D>
class InnerCells {
 public:
  /// `grid`: with Images::kChecked; none of another are inner cells.
  InnerCells(const World<float, D>& world, float radius, const CellGrid<float, D>& grid) : grid_(grid) {
    grid_.images = Images::kNone;
    for (int k = 0; k < D; ++k) {
      grid_.reach[k] = cells_in_reach_inside(radius, grid.count[k], world.size[k], grid.inverse[k]);
      from_[k] = grid.reach[k];
      to_[k] = std::max(grid.count[k] - grid.reach[k], from_[k]);
      if (grid.images != Images::kChecked || to_[k] == from_[k]) any_ = false;
    }
  }

  bool any() const { return any_; }
  /// Whether cells of this row, counted over all layers, are inner ones: the columns from() .. to() - 1.
  bool has_row(int64_t row) const {
    const int64_t at[2] = {row % grid_.count[1], row / grid_.count[1]};  // in its layer, and the layer
    for (int k = 1; k < D; ++k)
      if (at[k - 1] < from_[k] || at[k - 1] >= to_[k]) return false;
    return any_;
  }
  int32_t from() const { return from_[0]; }
  int32_t to() const { return to_[0]; }
  const CellGrid<float, D>& grid() const { return grid_; }  ///< to search them with

 private:
  CellGrid<float, D> grid_;
  int32_t from_[D], to_[D];
  bool any_ = true;
};

}  // namespace murmur
