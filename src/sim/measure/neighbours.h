// Neighbours of boids: other boids within R as the step computes it, whatever the field of view. A grid finds
// candidates, and the arithmetic of the step decides. Used by the Python package and pair_counts.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// Lists of neighbours, one after the other: list k is ids[starts[k]] .. ids[starts[k + 1] - 1].
struct NeighbourLists {
  std::vector<int64_t> starts;
  std::vector<uint32_t> ids;
};

/// The neighbours of each boid in `ids`, ascending; without ids, of all boids. @throws UserError for an id that the
/// state does not have.
NeighbourLists neighbours_of(const State<float>& state, const Scenario& scenario,
                             const std::optional<std::vector<int64_t>>& ids, ThreadPool& pool);

/// The number of neighbours of each boid of the state.
std::vector<uint32_t> neighbour_counts(const State<float>& state, const Scenario& scenario, ThreadPool& pool);

}  // namespace murmur
