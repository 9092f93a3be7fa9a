// Predators in host memory: their state and their step. Used by the reference and the cpu backend, which find
// the prey with different methods.
#pragma once

#include <optional>
#include <vector>

#include "base/bits.h"
#include "model/behaviours.h"
#include "sim/backends/host_boids.h"

namespace murmur {

template <class T, int D>
class HostPredators {
 public:
  void set_max_speeds(const std::vector<T>& max_speed) { max_speed_ = max_speed; }
  /// What boids flee from.
  View<Vec<T, D>> positions() const { return {p_.data(), static_cast<int64_t>(p_.size())}; }

  void load(const State<T>& state) {
    p_ = to_vectors<D>(state.predator_position);
    v_ = to_vectors<D>(state.predator_velocity);
  }
  void save(State<T>& state) const {
    state.predator_position = to_rows(p_);
    state.predator_velocity = to_rows(v_);
  }

  /// `prey_near(p)`: the position of the boid that a predator at p chases (std::optional), all before the
  /// step.
  template <class PreyNear>
  void step(const Parameters<T, D>& q, const PreyNear& prey_near) {
    for (size_t k = 0; k < p_.size(); ++k) {
      const std::optional<Vec<T, D>> prey = prey_near(p_[k]);
      step_predator(q, max_speed_[k], prey.has_value(), prey.value_or(p_[k]), p_[k], v_[k]);
    }
  }

  uint64_t hash() const {
    uint64_t sum = 0;
    for (size_t k = 0; k < p_.size(); ++k) sum += hash_body<T, D>(kPredatorIds + k, p_[k], v_[k], 0);
    return sum;
  }

 private:
  std::vector<Vec<T, D>> p_, v_;
  std::vector<T> max_speed_;
};

}  // namespace murmur
