// The predators of a flock in a device's memory: their state, prey and step. Owned by
// sim/backends/device/flock.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "model/device/work.h"
#include "sim/backends/device/array.h"
#include "sim/backends/host_boids.h"

namespace murmur {

template <int D, class Device>
class DevicePredators {
 public:
  explicit DevicePredators(Device& device) : device_(device) {}

  /// Uploads the rules of predators. @returns their address in device memory.
  const PredatorRules<float>* set_rules(const std::vector<PredatorRules<float>>& rules) {
    if (same_bytes(rules, host_rules_)) return rules_.data();
    host_rules_.clear();  // cleared first, because the upload may fail
    rules_.reserve(static_cast<int64_t>(rules.size()));
    rules_.upload(rules.data(), static_cast<int64_t>(rules.size()));
    host_rules_ = rules;
    return rules_.data();
  }
  /// Positions of all predators, from which boids flee.
  View<Vec<float, D>> positions() const { return {p_.data(), count_}; }

  void load(const State<float>& state) {
    reserve(state.predator_count());
    mirrored_ = false;
    p_.upload(to_vectors<D>(state.predator_position).data(), count_);
    v_.upload(to_vectors<D>(state.predator_velocity).data(), count_);
  }
  void save(State<float>& state) const {
    if (mirrored_) device_.wait_for_step();
    const auto take = [&](const Vectors& from, int64_t at) {
      std::vector<Vec<float, D>> vectors(static_cast<size_t>(count_));
      if (mirrored_)
        std::copy_n(mirror_.data() + at, count_, vectors.begin());
      else
        from.download(vectors.data(), count_);
      return to_rows(vectors);
    };
    state.predator_position = take(p_, 0);
    state.predator_velocity = take(v_, count_);
  }
  /// Queues a copy of the predators to the host at the end of a step, so that a picture need not wait for one.
  void begin_mirror() {
    if (count_ == 0) return;
    mirror_.reserve(2 * count_);
    device_.begin_download(mirror_.data(), p_.data(), half());
    device_.begin_download(mirror_.data() + count_, v_.data(), half());
    mirrored_ = true;
  }

  int64_t count() const { return count_; }
  /// Size of the memory that copy_to() fills: positions, then velocities.
  static int64_t bytes_of(int64_t count) { return 2 * count * static_cast<int64_t>(sizeof(Vec<float, D>)); }
  /// Queues a copy of the predators to `to`, in device memory. copy_from() copies them back.
  void copy_to(std::byte* to) const {
    if (count_ == 0) return;
    device_.copy(to, p_.data(), half());
    device_.copy(to + half(), v_.data(), half());
  }
  void copy_from(const std::byte* from, int64_t count) {
    reserve(count);
    mirrored_ = false;
    if (count_ == 0) return;
    device_.copy(p_.data(), from, half());
    device_.copy(v_.data(), from + half(), half());
  }
  /// Saves the predators of memory that copy_to() filled, once it is in the host's memory.
  static void save_bytes(const std::byte* from, int64_t count, State<float>& state) {
    for (auto* rows : {&state.predator_position, &state.predator_velocity}) {
      std::vector<Vec<float, D>> vectors(static_cast<size_t>(count));
      const size_t bytes = vectors.size() * sizeof vectors[0];
      if (bytes > 0) std::memcpy(static_cast<void*>(vectors.data()), from, bytes);
      from += bytes;
      *rows = to_rows(vectors);
    }
  }

  /// Queues a step of the predators; `flock` holds the sorted boids before the step.
  void step(const FlockArrays<D>& flock, const Parameters<float, D>& q, StepBlock* block) {
    if (count_ == 0) return;
    device_.zero(keys_.data(), static_cast<size_t>(count_) * sizeof(uint64_t));
    device_.for_each(
        "find prey", flock.boids,
        FindPrey<D, typename Device::Atomic>{q.world, p_.data(), rules_.data(), count_, flock.sorted_bodies,
                                             flock.sorted_ids, keys_.data()});
    device_.for_each("place prey", flock.boids,
                     PlacePrey<D>{keys_.data(), count_, flock.sorted_bodies, flock.sorted_ids, prey_.data()});
    const bool flocks = std::any_of(host_rules_.begin(), host_rules_.end(),
                                    [](const PredatorRules<float>& rules) { return rules.flocks; });
    Pack<float, D> pack{p_.data(), v_.data(), count_};
    if (flocks) {
      pack = {old_p_.data(), old_v_.data(), count_};
      device_.for_each("old predators", count_,
                       CopyPredator<D>{p_.data(), v_.data(), old_p_.data(), old_v_.data()});
    }
    device_.for_each(
        "predators", count_,
        StepPredator<D, typename Device::Atomic>{q, block, device_.fault_flag(), pack, keys_.data(),
                                                 prey_.data(), p_.data(), v_.data()});
  }

  /// Queues the predators' part of the state hash.
  void hash(uint64_t* out) const {
    device_.reduce("hash", count_, HashPredator<D>{p_.data(), v_.data()}, uint64_t{0}, Sum{}, out);
  }

 private:
  using Vectors = DeviceArray<Vec<float, D>, Device>;

  size_t half() const { return static_cast<size_t>(bytes_of(count_)) / 2; }
  void reserve(int64_t count) {
    count_ = count;
    keys_.reserve(count);
    for (Vectors* const vectors : {&p_, &v_, &old_p_, &old_v_, &prey_}) vectors->reserve(count);
  }

  Device& device_;
  int64_t count_ = 0;
  Vectors p_{device_}, v_{device_}, old_p_{device_}, old_v_{device_}, prey_{device_};
  std::vector<PredatorRules<float>> host_rules_;
  DeviceArray<PredatorRules<float>, Device> rules_{device_};
  DeviceArray<uint64_t, Device> keys_{device_};
  PinnedArray<Vec<float, D>, Device> mirror_{device_};  // all positions, then all velocities
  bool mirrored_ = false;                               // mirror_ holds the last step
};

}  // namespace murmur
