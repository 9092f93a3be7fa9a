// The predators of a flock in a device's memory: their state, prey and step. Owned by
// sim/backends/device/flock.h.
#pragma once

#include <vector>

#include "model/device/work.h"
#include "sim/backends/device/array.h"
#include "sim/backends/host_boids.h"

namespace murmur {

template <int D, class Device>
class DevicePredators {
 public:
  explicit DevicePredators(Device& device) : device_(device) {}

  /// @returns them in device memory.
  const PredatorRules<float>* set_rules(const std::vector<PredatorRules<float>>& rules) {
    host_rules_ = rules;
    rules_.reserve(static_cast<int64_t>(rules.size()));
    rules_.upload(rules.data(), static_cast<int64_t>(rules.size()));
    return rules_.data();
  }
  /// What boids flee from.
  View<Vec<float, D>> positions() const { return {p_.data(), count_}; }

  void load(const State<float>& state) {
    count_ = state.predator_count();
    nearest_.reserve(count_);
    const auto put = [&](const std::vector<float>& from, Vectors& to) {
      to.reserve(count_);
      to.upload(to_vectors<D>(from).data(), count_);
    };
    put(state.predator_position, p_);
    put(state.predator_velocity, v_);
    old_p_.reserve(count_);
    old_v_.reserve(count_);
  }
  void save(State<float>& state) const {
    const auto take = [&](const Vectors& from) {
      std::vector<Vec<float, D>> vectors(static_cast<size_t>(count_));
      from.download(vectors.data(), count_);
      return to_rows(vectors);
    };
    state.predator_position = take(p_);
    state.predator_velocity = take(v_);
  }

  /// Queues their step; `flock` holds the sorted boids before it.
  void step(const FlockArrays<D>& flock, const Parameters<float, D>& q, StepBlock* block) {
    bool flocks = false;
    for (int64_t k = 0; k < count_; ++k) {
      const PredatorRules<float>& rules = host_rules_[static_cast<size_t>(k)];
      flocks = flocks || rules.flocks;
      const AsPrey<D> as_prey{q.world, p_.data() + k, rules.notice_squared, flock.sorted_bodies,
                              flock.sorted_ids};
      device_.reduce("prey", flock.boids, as_prey, NearestPrey{rules.notice_squared}, NearestPrey{},
                     nearest_.data() + k);
    }
    Pack<float, D> pack{p_.data(), v_.data(), count_};
    if (flocks) {
      pack = {old_p_.data(), old_v_.data(), count_};
      device_.for_each("old predators", count_,
                       CopyPredator<D>{p_.data(), v_.data(), old_p_.data(), old_v_.data()});
    }
    device_.for_each(
        "predators", count_,
        StepPredator<D, typename Device::Atomic>{q, block, device_.fault_flag(), pack, nearest_.data(),
                                                 flock.sorted_bodies, p_.data(), v_.data()});
  }

  /// Queues their part of the state hash.
  void hash(uint64_t* out) const {
    device_.reduce("hash", count_, HashPredator<D>{p_.data(), v_.data()}, uint64_t{0}, Sum{}, out);
  }

 private:
  using Vectors = DeviceArray<Vec<float, D>, Device>;

  Device& device_;
  int64_t count_ = 0;
  Vectors p_{device_}, v_{device_}, old_p_{device_}, old_v_{device_};
  std::vector<PredatorRules<float>> host_rules_;
  DeviceArray<PredatorRules<float>, Device> rules_{device_};
  DeviceArray<NearestPrey, Device> nearest_{device_};
};

}  // namespace murmur
