// Estimates the work of a step in each plane from the numbers of boids in the cells; borders are balanced by this
// work. Depends on the state alone, so that the borders of a run are reproducible.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sim/backends/cpu/slab.h"

namespace murmur {

/// Cost of a boid besides its candidates, and of a cell, in pair tests (measured on AVX-512: a boid is sorted and
/// moved in about 6 ns, a candidate is tested in 0.2 ns).
constexpr uint64_t kBoidWork = 30, kCellWork = 2;

/// Adds the work of planes starts.first .. starts.last - 1 to work[plane]: each boid's own cost, and the boids in the
/// cells around it.
template <int D>
void add_plane_work(const CellGrid<float, D>& grid, const SlabStarts& starts, std::vector<uint64_t>& work) {
  const bool wrapped = grid.images != Images::kNone;
  const int32_t columns = grid.count[0], rows = plane_rows(grid), planes = grid.count[D - 1];
  const int32_t row_reach = D == 3 ? grid.reach[1] : 0;
  std::vector<uint32_t> around(static_cast<size_t>(columns) + 1);
  for (int32_t plane = starts.first; plane < starts.last; ++plane) {
    uint64_t sum = static_cast<uint64_t>(rows) * static_cast<uint64_t>(columns) * kCellWork;
    for (int32_t row = 0; row < rows; ++row) {
      // Running sums, by column, of the boids in the rows around this one.
      std::fill(around.begin(), around.end(), 0);
      const int32_t last_plane = std::min(plane + grid.reach[D - 1], wrapped ? 2 * planes - 1 : planes - 1);
      for (int32_t p = std::max(plane - grid.reach[D - 1], wrapped ? -planes : 0); p <= last_plane; ++p) {
        for (int32_t r = row - row_reach; r <= row + row_reach; ++r) {
          if (!wrapped && (r < 0 || r >= rows)) continue;
          const uint32_t* const other = row_of(starts, columns, 0, p, ((r % rows) + rows) % rows);
          for (int32_t c = 0; c <= columns; ++c) around[static_cast<size_t>(c)] += other[c] - other[0];
        }
      }
      const uint32_t* const own = starts.own_row(columns, static_cast<int64_t>(plane) * rows + row);
      for (int32_t c = 0; c < columns; ++c) {
        const uint64_t boids = own[c + 1] - own[c];
        const uint32_t low = around[static_cast<size_t>(std::max(c - grid.reach[0], 0))];
        const uint32_t high = around[static_cast<size_t>(std::min(c + grid.reach[0] + 1, columns))];
        sum += boids * (kBoidWork + (high - low));
      }
    }
    work[static_cast<size_t>(plane)] += sum;
  }
}

}  // namespace murmur
