// The prey of each predator over all ranks: the nearest boid of any rank; at equal distances the one with the lowest
// id. Used by the steps of ranks.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sim/backends/device_slab.h"
#include "sim/ranks/ranks.h"

namespace murmur {

/// Function object that returns the prey of one predator after the other to HostPredators::step().
template <int D>
class SharedPrey {
 public:
  /// Collective. `mine`: the prey of each predator among this rank's boids.
  SharedPrey(Ranks& ranks, const std::vector<FoundPrey<D>>& mine)
      : all_(mine.size() * static_cast<size_t>(ranks.size())), predators_(mine.size()) {
    ranks.gather(mine.data(), mine.size() * sizeof(FoundPrey<D>), all_.data());
  }

  std::optional<Vec<float, D>> operator()(const Vec<float, D>&, float notice_squared) const {
    Prey<float> best{notice_squared};
    std::optional<Vec<float, D>> place;
    for (size_t i = next_++; i < all_.size(); i += predators_) {
      best.merge(all_[i].prey.square, all_[i].prey.id);
      if (best.id != Prey<float>::kNone && best.id == all_[i].prey.id) place = all_[i].place;
    }
    return place;
  }

 private:
  std::vector<FoundPrey<D>> all_;  // prey of each predator, by rank and predator
  size_t predators_;
  mutable size_t next_ = 0;  // index of the next predator
};

}  // namespace murmur
