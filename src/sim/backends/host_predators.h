// Predators in host memory: state and step. Used by the reference and the cpu backend, which find prey with different methods.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "base/bits.h"
#include "model/step.h"
#include "sim/backends/host_boids.h"
#include "sim/backends/host_step.h"

namespace murmur {

template <class T, int D>
class HostPredators {
 public:
  /// Positions of all predators, from which boids flee.
  View<Vec<T, D>> positions() const { return {p_.data(), static_cast<int64_t>(p_.size())}; }

  void load(const State<T>& state) {
    p_ = to_vectors<D>(state.predator_position);
    v_ = to_vectors<D>(state.predator_velocity);
    fault_ = kNoId;
  }
  void save(State<T>& state) const {
    state.predator_position = to_rows(p_);
    state.predator_velocity = to_rows(v_);
  }

  /// Steps all predators. `prey_near(p, notice_squared)`: position before the step of the boid that a predator at p
  /// chases (std::optional).
  template <class PreyNear>
  void step(const Parameters<T, D>& q, const PreyNear& prey_near) {
    old_p_ = p_;
    old_v_ = v_;
    fault_ = kNoId;
    const Pack<T, D> pack{old_p_.data(), old_v_.data(), static_cast<int64_t>(p_.size())};
    for (size_t k = 0; k < p_.size(); ++k) {
      const std::optional<Vec<T, D>> prey =
          prey_near(old_p_[k], q.behaviours.predator_rules.data[k].notice_squared());
      if (!step_predator(q, pack, static_cast<int64_t>(k), prey.has_value(), prey.value_or(old_p_[k]), p_[k],
                         v_[k]))
        fault_ = std::min(fault_, kPredatorFaults + static_cast<uint32_t>(k));
    }
  }
  /// Fault of the last step: kPredatorFaults + index of the first predator that is not finite, or kNoId.
  uint32_t fault() const { return fault_; }

  uint64_t hash() const {
    uint64_t sum = 0;
    for (size_t k = 0; k < p_.size(); ++k) sum += hash_body<T, D>(kPredatorIds + k, p_[k], v_[k]);
    return sum;
  }

 private:
  std::vector<Vec<T, D>> p_, v_, old_p_, old_v_;
  uint32_t fault_ = kNoId;
};

}  // namespace murmur
