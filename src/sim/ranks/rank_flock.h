// A flock that all ranks step together, each rank the boids of its slab. All functions are collective: every rank
// makes the same calls, with the same arguments unless stated. On ranks other than 0, load() ignores its state and
// save() leaves its state unchanged. Made by cpu_rank_flock.h and device_rank_flock.h, for rank 0's backend
// (ranks_backend.h) and for serve().
#pragma once

#include <cstdint>

#include "sim/backends/backend.h"
#include "sim/ranks/ranks.h"

namespace murmur {

/// How a run is divided among ranks, since the last call of figures(); for `bench`, tests and docs/scale.md.
struct RankFigures {
  int64_t most_boids = 0, most_halo = 0;  ///< most own and most halo boids of a rank in the last step
  uint64_t messages = 0, bytes = 0;       ///< sums over all ranks and steps, for halo and migration
  double imbalance = 1.0;                 ///< work of the busiest rank / mean, when last measured
  int32_t planes = 0;                     ///< rows (2-D) or layers (3-D) that can be divided
  int64_t moved_borders = 0;              ///< how often the borders were moved to balance the work
};

class RankFlock : public Backend<float> {
 public:
  /// Collective; the result is the same on every rank.
  virtual RankFigures figures() = 0;
};

}  // namespace murmur
