// What a rank whose boids are on a device sends and receives for a step. A device has each plane of the world once, in one array of
// starts, so that a halo is real planes and not images: two images of a plane are one. Pure functions of grid and borders, so that
// every rank computes the same. Used by device_rank_flock.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/backends/device_slab.h"
#include "sim/ranks/slabs.h"

namespace murmur {

struct HaloPlan {
  SlabCells cells;
  std::vector<Halo> sends,
      receives;       ///< sorted by rank; in the order of the boids' places, those before the slab first
  size_t before = 0;  ///< so many of `receives` are before the slab
  int32_t inner_first = 0, inner_last = 0;  ///< planes whose boids do not see the halo
};

/// `plane_cells`: cells of a plane.
HaloPlan plan_halo(const Planes& planes, const Borders& borders, int rank, int64_t plane_cells);

/// Cells of a halo's real planes, with the end of the last one.
IndexRange cells_of(const Halo& halo, int64_t plane_cells);

}  // namespace murmur
