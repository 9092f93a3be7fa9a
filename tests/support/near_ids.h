// The neighbours of some boids, as the Python package gets them, in a list for each.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/measure/neighbours.h"

namespace murmur {

inline std::vector<std::vector<uint32_t>> near_ids(const State<float>& state, const Scenario& scenario,
                                                   const std::vector<int64_t>& ids) {
  ThreadPool pool(2);
  const NeighbourLists lists = neighbours_of(state, scenario, ids, pool);
  std::vector<std::vector<uint32_t>> near;
  for (size_t k = 0; k + 1 < lists.starts.size(); ++k)
    near.emplace_back(lists.ids.begin() + lists.starts[k], lists.ids.begin() + lists.starts[k + 1]);
  return near;
}

}  // namespace murmur
