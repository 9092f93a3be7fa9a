// A flock that all ranks step together, each the boids of its slab. Every call of it is collective: all ranks make the same
// calls, with the same arguments unless said; on ranks besides 0, load() ignores its state and save() leaves its state alone. Made by
// cpu_rank_flock.h and device_rank_flock.h, for rank 0's backend (ranks_backend.h) and for serve().
#pragma once

#include <cstdint>

#include "sim/backends/backend.h"
#include "sim/ranks/ranks.h"

namespace murmur {

/// How a run is divided, since the last call of it; for `bench`, tests and docs/scale.md.
struct RankFigures {
  int64_t most_boids = 0, most_halo = 0;  ///< largest numbers of a rank at the last step
  uint64_t messages = 0, bytes = 0;       ///< sums of halo and migration over all ranks and steps
  double imbalance = 1.0;                 ///< work of the busiest rank over the mean, when last looked at
  int32_t planes = 0;                     ///< rows (2-D) or layers (3-D) that can be divided
  int64_t moved_borders = 0;              ///< times that the borders moved because of the work
};

class RankFlock : public Backend<float> {
 public:
  /// Collective too. The same on every rank.
  virtual RankFigures figures() = 0;
};

}  // namespace murmur
