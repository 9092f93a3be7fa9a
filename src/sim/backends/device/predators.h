// The predators of a flock in a device's memory: their state, their hunt, their step. Owned by
// sim/backends/device/flock.h.
#pragma once

#include <vector>

#include "model/device/work.h"
#include "sim/backends/device/array.h"
#include "sim/state/state.h"

namespace murmur {

template <int D, class Machine>
class DevicePredators {
 public:
  explicit DevicePredators(Machine& machine) : machine_(machine) {}

  void set_max_speeds(const std::vector<float>& max_speed) {
    max_speed_.reserve(static_cast<int64_t>(max_speed.size()));
    max_speed_.upload(max_speed.data(), static_cast<int64_t>(max_speed.size()));
  }
  /// What boids flee from.
  View<Vec<float, D>> positions() const { return {p_.data(), count_}; }

  void load(const State<float>& state) {
    count_ = state.predator_count();
    catches_.reserve(count_);
    const auto put = [&](const std::vector<float>& from, Vectors& to) {
      std::vector<Vec<float, D>> vectors(static_cast<size_t>(count_));
      for (size_t k = 0; k < from.size(); ++k) vectors[k / D][static_cast<int>(k % D)] = from[k];
      to.reserve(count_);
      to.upload(vectors.data(), count_);
    };
    put(state.predator_position, p_);
    put(state.predator_velocity, v_);
  }
  void save(State<float>& state) const {
    const auto take = [&](const Vectors& from, std::vector<float>& to) {
      std::vector<Vec<float, D>> vectors(static_cast<size_t>(count_));
      from.download(vectors.data(), count_);
      to.clear();
      for (const auto& x : vectors) to.insert(to.end(), x.c, x.c + D);
    };
    take(p_, state.predator_position);
    take(v_, state.predator_velocity);
  }

  /// Queues their step; `flock` holds the sorted boids before it.
  void step(const Flock<D>& flock, const Parameters<float, D>& q, const StepBlock* block) {
    for (int64_t k = 0; k < count_; ++k) {
      const AsPrey<D> as_prey{q.world, p_.data() + k, flock.sorted_bodies, flock.sorted_ids};
      machine_.reduce("prey", flock.boids, as_prey, Catch{}, Catch{}, catches_.data() + k);
    }
    machine_.for_each("predators", count_,
                      StepPredator<D>{q, block, max_speed_.data(), catches_.data(), flock.sorted_bodies,
                                      p_.data(), v_.data()});
  }

  /// Queues their part of the state hash.
  void hash(uint64_t* out) const {
    machine_.reduce("hash", count_, HashPredator<D>{p_.data(), v_.data()}, uint64_t{0}, Sum{}, out);
  }

 private:
  using Vectors = DeviceArray<Vec<float, D>, Machine>;

  Machine& machine_;
  int64_t count_ = 0;
  Vectors p_{machine_}, v_{machine_};
  DeviceArray<float, Machine> max_speed_{machine_};
  DeviceArray<Catch, Machine> catches_{machine_};
};

}  // namespace murmur
