// Work on a device for one rank's slab: leaving and arriving boids, indices of the halo, prey for other ranks, and
// the work by plane for the balance of borders. Functors over plain arrays, as in work.h. Used by
// sim/backends/device/slab.h; stages.h has the stages of a step.
#pragma once

#include "model/device/work.h"

namespace murmur {

/// Lists the indices of boids outside planes first .. last - 1, in any order.
template <int D, class Atomic>
struct FindLeavers {
  CellGrid<float, D> grid;
  const Body<float, D>* bodies;
  int32_t first, last;
  uint32_t *count, *list;  ///< *count must be 0 before
  MURMUR_HD void operator()(int64_t i) const {
    const int32_t plane = grid.coordinate(D - 1, bodies[i].p[D - 1]);
    if (plane >= first && plane < last) return;
    list[Atomic::add(count, uint32_t{1})] = static_cast<uint32_t>(i);
  }
};

/// Moves boids within the arrays; no index is both in `from` and in `to`.
template <int D>
struct MoveBoids {
  FlockArrays<D> flock;
  const uint32_t *from, *to;
  MURMUR_HD void operator()(int64_t k) const {
    flock.bodies[to[k]] = flock.bodies[from[k]];
    flock.ids[to[k]] = flock.ids[from[k]];
    copy_columns(flock.columns, from[k], flock.columns, to[k]);
  }
};

/// Shifts the starts of cells when boids are inserted before the first one.
struct MoveStarts {
  uint32_t* starts;
  uint32_t by;
  MURMUR_HD void operator()(int64_t c) const { starts[c] += by; }
};

/// Sets the reach for Images::kChecked if the host knows how far boids of all ranks are outside the world.
template <int D>
struct SetKnownReach {
  CellGrid<float, D> grid;
  StepBlock* block;
  MURMUR_HD void operator()(int64_t) const {
    for (int k = 0; k < D; ++k) block->reach[k] = grid.reach[k];
  }
};

/// Estimates the work of kCells cells of a plane, in pair tests: boids in cells around each boid, and the cost of the
/// boid itself. Gives the same sums as sim/ranks/plane_work.h.
template <int D>
struct WorkOfCells {
  static constexpr uint32_t kCells = 64;
  static uint32_t parts(int64_t plane_cells) {
    return static_cast<uint32_t>((plane_cells + kCells - 1) / kCells);
  }

  CellGrid<float, D> grid;
  const uint32_t* starts;
  int32_t first_plane;
  uint32_t parts_of_plane, boid_work;
  uint64_t* out;  ///< (planes, parts_of_plane) work

  MURMUR_HD void operator()(int64_t t) const {
    const int32_t columns = grid.count[0], rows = D == 3 ? grid.count[1] : 1;
    const auto plane_of_slab = static_cast<int32_t>(static_cast<uint32_t>(t) / parts_of_plane);
    const uint32_t part = static_cast<uint32_t>(t) - static_cast<uint32_t>(plane_of_slab) * parts_of_plane;
    const int32_t plane = first_plane + plane_of_slab, cells = rows * columns;
    int32_t cell = static_cast<int32_t>(part * kCells);
    const int32_t end =
        cells - cell < static_cast<int32_t>(kCells) ? cells : cell + static_cast<int32_t>(kCells);
    auto row = static_cast<int32_t>(static_cast<uint32_t>(cell) / static_cast<uint32_t>(columns));
    int32_t column = cell - row * columns;
    const uint32_t* const own = starts + static_cast<int64_t>(plane) * cells;
    uint64_t sum = 0;
    for (; cell < end; ++cell) {
      const uint32_t boids = own[cell + 1] - own[cell];
      if (boids > 0) sum += uint64_t{boids} * (boid_work + boids_around(plane, row, column));
      ++column;
      row += column == columns ? 1 : 0;
      column = column == columns ? 0 : column;
    }
    out[t] = sum;
  }

 private:
  MURMUR_HD uint32_t boids_around(int32_t plane, int32_t row, int32_t column) const {
    const bool wrapped = grid.images != Images::kNone;
    const int32_t columns = grid.count[0], rows = D == 3 ? grid.count[1] : 1, planes = grid.count[D - 1];
    const int32_t row_reach = D == 3 ? grid.reach[1] : 0;
    const int32_t low = column > grid.reach[0] ? column - grid.reach[0] : 0;
    const int32_t high = column + grid.reach[0] + 1 < columns ? column + grid.reach[0] + 1 : columns;
    uint32_t boids = 0;
    for (int32_t p = plane - grid.reach[D - 1]; p <= plane + grid.reach[D - 1]; ++p) {
      if (wrapped ? p < -planes || p >= 2 * planes : p < 0 || p >= planes) continue;
      const int32_t real_plane = p < 0 ? p + planes : p >= planes ? p - planes : p;
      for (int32_t r = row - row_reach; r <= row + row_reach; ++r) {
        if (wrapped ? r < -rows || r >= 2 * rows : r < 0 || r >= rows) continue;
        const int32_t real_row = r < 0 ? r + rows : r >= rows ? r - rows : r;
        const uint32_t* const other = starts + (static_cast<int64_t>(real_plane) * rows + real_row) * columns;
        boids += other[high] - other[low];
      }
    }
    return boids;
  }
};

}  // namespace murmur
