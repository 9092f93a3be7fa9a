// A slab: whole planes of the cell grid along the last axis (rows in 2-D, layers in 3-D), with the starts of its
// cells and of the surrounding cells. The slab of the cpu backend is the whole world; the slab of a rank (sim/ranks)
// is a share of it.
#pragma once

#include <cstdint>

#include "base/qualifiers.h"
#include "model/cells.h"

namespace murmur {

/// Number of rows in a plane, or of cells in a plane.
template <class T, int D>
int32_t plane_rows(const CellGrid<T, D>& grid) {
  return D == 3 ? grid.count[1] : 1;
}
template <class T, int D>
int64_t plane_cells(const CellGrid<T, D>& grid) {
  return static_cast<int64_t>(plane_rows(grid)) * grid.count[0];
}

/// Cells first_cell .. first_cell + cells - 1 of a grid.
struct Slab {
  uint32_t first_cell = 0;
  int64_t cells = 0;
};

/// First sorted index of each cell, for planes first .. last - 1 and for planes that their boids look into. Planes
/// below 0 and beyond the world's last plane are images. Each array ends with the end of its last cell.
struct SlabStarts {
  const uint32_t* own;     ///< planes first .. last - 1
  const uint32_t* before;  ///< copies of planes before_first .. first - 1, beyond the border
  const uint32_t* after;   ///< copies of planes from `last` on, beyond the border
  int32_t first, last, before_first;
  int32_t rows;  ///< rows of a plane

  /// A slab that is the whole world: its neighbouring planes are its own images.
  template <class T, int D>
  static SlabStarts of_world(const uint32_t* starts, const CellGrid<T, D>& grid) {
    return {starts, starts, starts, 0, grid.count[D - 1], -grid.count[D - 1], plane_rows(grid)};
  }

  /// Starts of a row of the slab, without images; rows are counted over all layers of the world.
  MURMUR_INLINE const uint32_t* own_row(int64_t columns, int64_t row) const {
    return own + (row - static_cast<int64_t>(first) * rows) * columns;
  }
};

/// Starts of a row, as row_of() finds them in a whole world (model/cells.h).
MURMUR_INLINE const uint32_t* row_of(const SlabStarts& starts, int32_t columns, int32_t, int32_t plane,
                                     int32_t row) {
  const uint32_t* from = starts.own;
  int32_t base = starts.first;
  if (plane < starts.first) {
    from = starts.before;
    base = starts.before_first;
  } else if (plane >= starts.last) {
    from = starts.after;
    base = starts.last;
  }
  return from + (static_cast<int64_t>(plane - base) * starts.rows + row) * columns;
}

}  // namespace murmur
