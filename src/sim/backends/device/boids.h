// The boids of a flock in a device's memory: which arrays there are, how they grow, how states get in and
// out. Knows no scenario and no stages; owned by sim/backends/device/flock.h.
#pragma once

#include <utility>
#include <vector>

#include "model/device/work.h"
#include "sim/backends/device/array.h"
#include "sim/state/state.h"

namespace murmur {

template <int D, class Machine>
class DeviceBoids {
 public:
  explicit DeviceBoids(Machine& machine) : machine_(machine) {}

  int64_t count() const { return count_; }
  bool has_targets() const { return has_targets_; }
  /// Which of two arrays holds the ids: they change places with every step.
  int parity() const { return parity_; }

  /// All the arrays but the cells' starts.
  Flock<D> flock() const {
    Flock<D> f;
    f.boids = count_;
    f.bodies = bodies_.data();
    f.ids = ids_.data();
    f.sorted_bodies = sorted_bodies_.data();
    f.sorted_ids = sorted_ids_.data();
    if (has_targets_) f.targets = targets_.data();
    if (has_targets_) f.sorted_targets = sorted_targets_.data();
    f.cells = reinterpret_cast<uint32_t*>(sorted_bodies_.data());  // both are dead before the bodies arrive
    f.order = order_.data();
    return f;
  }
  CellScratch scratch() const {
    return {reinterpret_cast<uint32_t*>(sorted_bodies_.data()) + count_, cell_ids_.data()};
  }

  /// After a step: the new state is in the order of the sorted ids.
  void swap_ids() {
    std::swap(ids_, sorted_ids_);
    std::swap(targets_, sorted_targets_);
    parity_ ^= 1;
  }
  /// The sorted arrays become the state.
  void swap_all() {
    std::swap(bodies_, sorted_bodies_);
    swap_ids();
  }

  /// Room for `count` boids, of which the first `kept` stay; targets that were not there are 0.
  /// @throws DeviceMemoryFull.
  void resize(int64_t count, bool has_targets, int64_t kept) {
    const int64_t known_targets = has_targets_ ? kept : 0;
    bodies_.reserve(count, kept);
    ids_.reserve(count, kept);
    sorted_bodies_.reserve(count);
    for (Array* array : {&sorted_ids_, &order_, &cell_ids_}) array->reserve(count);
    if (has_targets) {
      targets_.reserve(count, known_targets);
      sorted_targets_.reserve(count);
      targets_.zero(known_targets, count);
    }
    count_ = count;
    has_targets_ = has_targets;
  }

  /// Boids with the next ids from `first` on; position and velocity (boids, D).
  void put(const std::vector<float>& position, const std::vector<float>& velocity, int64_t first) {
    const size_t added = position.size() / D;
    std::vector<Body<float, D>> bodies(added, Body<float, D>{});
    std::vector<uint32_t> ids(added);
    for (size_t i = 0; i < added; ++i) {
      for (size_t k = 0; k < D; ++k) {
        bodies[i].p[static_cast<int>(k)] = position[i * D + k];
        bodies[i].v[static_cast<int>(k)] = velocity[i * D + k];
      }
      ids[i] = static_cast<uint32_t>(first) + static_cast<uint32_t>(i);
    }
    bodies_.upload(bodies.data(), static_cast<int64_t>(added), first);
    ids_.upload(ids.data(), static_cast<int64_t>(added), first);
  }
  void put_targets(const std::vector<uint32_t>& targets) {
    if (has_targets_) targets_.upload(targets.data(), count_);
  }

  /// The boids by id.
  void save(State<float>& state) const {
    const auto boids = static_cast<size_t>(count_);
    std::vector<Body<float, D>> bodies(boids);
    std::vector<uint32_t> ids(boids), targets(has_targets_ ? boids : 0);
    bodies_.download(bodies.data(), count_);
    ids_.download(ids.data(), count_);
    if (has_targets_) targets_.download(targets.data(), count_);
    state.position.resize(boids * D);
    state.velocity.resize(boids * D);
    state.target.resize(targets.size());
    for (size_t i = 0; i < boids; ++i) {
      for (size_t k = 0; k < D; ++k) {
        state.position[ids[i] * size_t{D} + k] = bodies[i].p[static_cast<int>(k)];
        state.velocity[ids[i] * size_t{D} + k] = bodies[i].v[static_cast<int>(k)];
      }
      if (has_targets_) state.target[ids[i]] = targets[i];
    }
  }

  /// The boids of these ids, in that order; for a few, but in every frame.
  void pick(const std::vector<uint32_t>& wanted, State<float>& out) const {
    const auto few = static_cast<int64_t>(wanted.size());
    if (few == 0) return;
    wanted_.reserve(few);
    wanted_.upload(wanted.data(), few);
    picked_.reserve(few);
    machine_.for_each("pick", count_,
                      PickBoids<D>{bodies_.data(), ids_.data(), wanted_.data(), few, picked_.data()});
    std::vector<Body<float, D>> bodies(wanted.size());
    picked_.download(bodies.data(), few);
    for (const Body<float, D>& body : bodies) {
      out.position.insert(out.position.end(), body.p.c, body.p.c + D);
      out.velocity.insert(out.velocity.end(), body.v.c, body.v.c + D);
    }
  }

  /// Bytes that one boid takes here. Cells come to that: 4 bytes each, 0.6 to 0.8 of them per boid in the
  /// `benchmark` presets, at most 16 in a nearly empty world.
  static constexpr size_t kBytesPerBoid = 2 * sizeof(Body<float, D>) + 4 * sizeof(uint32_t);
  static constexpr size_t kBytesPerTarget = 2 * sizeof(uint32_t);

 private:
  using Array = DeviceArray<uint32_t, Machine>;
  static_assert((kBytesPerBoid + kBytesPerTarget) * (Array::kHeadroom + 1) / Array::kHeadroom + 4 <= 100,
                "SPEC section 9: at most 100 bytes per boid, at one cell per boid");

  Machine& machine_;
  int64_t count_ = 0;
  bool has_targets_ = false;
  int parity_ = 0;
  DeviceArray<Body<float, D>, Machine> bodies_{machine_}, sorted_bodies_{machine_};
  Array ids_{machine_}, sorted_ids_{machine_}, targets_{machine_}, sorted_targets_{machine_};
  Array order_{machine_}, cell_ids_{machine_};
  mutable Array wanted_{machine_};  // for pick()
  mutable DeviceArray<Body<float, D>, Machine> picked_{machine_};
};

}  // namespace murmur
