// The number of pair tests of a step, by which bench computes tests per second. Counted from the
// state alone, so it is the same for every backend.
#pragma once

#include <cstdint>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

/// Counts of ordered pairs: (i, j) and (j, i) count twice. Integers below 2^53, or their mean over two states.
struct PairCounts {
  /// Pairs i != j with j in the nine (3D: 27) blocks around i's block. An axis has floor(W / (1.001 R)) blocks, at
  /// least 1; blocks adjoin across a border only if the metric is wrapped; no block is counted twice.
  double tests = 0;
  double neighbours = 0;       ///< pairs with |d| < R as the contract computes it, whatever the field of view
  int64_t neighbours_max = 0;  ///< largest number of neighbours of a boid
};

/// Counts the pairs of a state, in time linear in boids times neighbours. `threads`: 0 for one per core.
PairCounts count_pairs(const State<float>& state, const Scenario& scenario, int threads = 0);

}  // namespace murmur
