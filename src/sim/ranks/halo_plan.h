// Plans what a rank on a device sends and receives for a step. A device stores each plane of the world once, in one
// array of starts, so a halo has real planes instead of images: two images of a plane are one plane. Pure functions
// of grid and borders, so that every rank computes the same plan. Used by device_rank_flock.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/backends/device_slab.h"
#include "sim/ranks/slabs.h"

namespace murmur {

struct HaloPlan {
  SlabCells cells;
  std::vector<Halo> sends,
      receives;       ///< sorted by rank, in the order of the boids' indices; first those before the slab
  size_t before = 0;  ///< number of `receives` that come before the slab
  int32_t inner_first = 0, inner_last = 0;  ///< planes whose boids do not see the halo
};

/// Makes the plan of a rank. `plane_cells`: number of cells in a plane.
HaloPlan plan_halo(const Planes& planes, const Borders& borders, int rank, int64_t plane_cells);

/// The cells of a halo's real planes, and one more for the end of the last.
IndexRange cells_of(const Halo& halo, int64_t plane_cells);

}  // namespace murmur
