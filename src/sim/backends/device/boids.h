// The boids of a flock in a device's memory: their arrays, growth, load and save. Independent of scenarios
// and stages; owned by sim/backends/device/flock.h.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "model/device/work.h"
#include "sim/backends/device/array.h"
#include "sim/backends/host_boids.h"

namespace murmur {

template <int D, class Device>
class DeviceBoids {
 public:
  explicit DeviceBoids(Device& device) : device_(device) {}

  int64_t count() const { return count_; }
  Carried carried() const { return carried_; }
  /// Index of the array with the ids; the two arrays are swapped in every step.
  int parity() const { return parity_; }

  /// All arrays except the cells' starts.
  FlockArrays<D> arrays() const {
    FlockArrays<D> f;
    f.boids = count_;
    f.bodies = bodies_.data();
    f.ids = ids_.data();
    f.sorted_bodies = sorted_bodies_.data();
    f.sorted_ids = sorted_ids_.data();
    if (carried_.targets) f.targets = targets_.data();
    if (carried_.targets) f.sorted_targets = sorted_targets_.data();
    if (carried_.alignments) f.alignments = alignments_.data();
    if (carried_.alignments) f.sorted_alignments = sorted_alignments_.data();
    f.cells = reinterpret_cast<uint32_t*>(sorted_bodies_.data());  // both unused by then
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
    std::swap(alignments_, sorted_alignments_);
    parity_ ^= 1;
  }
  /// The sorted arrays become the state.
  void swap_all() {
    std::swap(bodies_, sorted_bodies_);
    swap_ids();
  }

  /// Room for `count` boids, of which the first `kept` stay; what others carry is 0. @throws DeviceMemoryFull.
  void resize(int64_t count, Carried carried, int64_t kept) {
    bodies_.reserve(count + kBodiesBehind, kept);
    ids_.reserve(count, kept);
    sorted_bodies_.reserve(count + kBodiesBehind);
    for (auto* array : {&bodies_, &sorted_bodies_}) array->zero(count, count + kBodiesBehind);
    for (Array* array : {&sorted_ids_, &order_, &cell_ids_}) array->reserve(count);
    if (carried.targets) carry(targets_, sorted_targets_, carried_.targets ? kept : 0, count);
    if (carried.alignments) carry(alignments_, sorted_alignments_, carried_.alignments ? kept : 0, count);
    count_ = count;
    carried_ = carried;
  }

  /// Boids with the next ids from `first` on; position and velocity (boids, D).
  void put(const std::vector<float>& position, const std::vector<float>& velocity, int64_t first) {
    HostBoids<float, D> boids;
    boids.add(position, velocity, {}, first);
    bodies_.upload(boids.bodies().data(), boids.count(), first);
    ids_.upload(boids.ids().data(), boids.count(), first);
  }
  /// What the boids of a state carry.
  void put_carried(const State<float>& state) {
    if (carried_.targets) targets_.upload(state.target.data(), count_);
    if (carried_.alignments) alignments_.upload(to_vectors<D>(state.alignment).data(), count_);
  }

  /// The boids by id.
  void save(State<float>& state) const {
    HostBoids<float, D> boids;
    boids.resize(count_, carried_);
    bodies_.download(boids.bodies().data(), count_);
    ids_.download(boids.ids().data(), count_);
    if (carried_.targets) targets_.download(boids.targets().data(), count_);
    if (carried_.alignments) alignments_.download(boids.alignments().data(), count_);
    boids.save(state);
  }

  /// The bytes of copy_to(): bodies, ids, targets, alignments, each in the order of the arrays.
  static int64_t bytes_of(int64_t boids, Carried carried) {
    return boids *
           static_cast<int64_t>(sizeof(Body<float, D>) + (carried.targets ? 2 : 1) * sizeof(uint32_t) +
                                (carried.alignments ? sizeof(Vec<float, D>) : 0));
  }
  /// Queues a copy of the boids to `to`, in device memory.
  void copy_to(std::byte* to) const {
    each_part(to, [&](auto* part, const auto& array, int64_t count) {
      if (count > 0) device_.copy(part, array.data(), static_cast<size_t>(count) * sizeof *part);
    });
  }
  /// Queues the way back, after a resize() to as many boids.
  void copy_from(const std::byte* from) {
    each_part(const_cast<std::byte*>(from), [&](const auto* part, const auto& array, int64_t count) {
      if (count > 0) device_.copy(array.data(), part, static_cast<size_t>(count) * sizeof *part);
    });
  }
  /// The boids of such bytes, in the host's memory, by id.
  static void save_bytes(const std::byte* from, int64_t count, Carried carried, State<float>& state) {
    HostBoids<float, D> boids;
    boids.resize(count, carried);
    const auto take = [&](auto* to, int64_t size) {
      const size_t bytes = static_cast<size_t>(size) * sizeof *to;
      if (bytes > 0) std::memcpy(to, from, bytes);
      from += bytes;
    };
    take(boids.bodies().data(), count);
    take(boids.ids().data(), count);
    take(boids.targets().data(), carried.targets ? count : 0);
    take(boids.alignments().data(), carried.alignments ? count : 0);
    boids.save(state);
  }

  /// The boids of these ids, in that order; for some hundreds, but in every frame.
  void pick(const std::vector<uint32_t>& wanted, State<float>& out) const {
    const auto few = static_cast<int64_t>(wanted.size());
    if (few == 0) return;
    std::vector<uint32_t> ascending = wanted;
    std::sort(ascending.begin(), ascending.end());
    if (!same_bytes(ascending, host_wanted_)) {
      host_wanted_.clear();  // first: it may fail
      wanted_.reserve(few);
      wanted_.upload(ascending.data(), few);
      host_wanted_ = ascending;
    }
    picked_.reserve(few);
    device_.for_each("pick", count_,
                     PickBoids<D>{bodies_.data(), ids_.data(), wanted_.data(), few, picked_.data()});
    std::vector<Body<float, D>> bodies(wanted.size());
    picked_.download(bodies.data(), few);
    for (const uint32_t id : wanted) {
      const auto at = std::lower_bound(ascending.begin(), ascending.end(), id) - ascending.begin();
      append(out, bodies[static_cast<size_t>(at)]);
    }
  }

  /// Bytes per boid. Cells need 4 bytes more each, 0.6 to 0.8 of them per boid in the
  /// `benchmark` presets, at most 16 in a nearly empty world.
  static constexpr size_t kBytesPerBoid = 2 * sizeof(Body<float, D>) + 4 * sizeof(uint32_t);
  static constexpr size_t kBytesPerTarget = 2 * sizeof(uint32_t),
                          kBytesPerAlignment = 2 * sizeof(Vec<float, D>);

 private:
  using Array = DeviceArray<uint32_t, Device>;

  template <class Copy>
  void each_part(std::byte* bytes, const Copy& copy) const {
    auto* const bodies = reinterpret_cast<Body<float, D>*>(bytes);
    auto* const ids = reinterpret_cast<uint32_t*>(bodies + count_);
    auto* const targets = ids + count_;
    auto* const alignments = reinterpret_cast<Vec<float, D>*>(carried_.targets ? targets + count_ : targets);
    copy(bodies, bodies_, count_);
    copy(ids, ids_, count_);
    copy(targets, targets_, carried_.targets ? count_ : 0);
    copy(alignments, alignments_, carried_.alignments ? count_ : 0);
  }
  /// Room for what `count` boids carry, of which the first `known` stay.
  template <class Carrying>
  void carry(Carrying& now, Carrying& sorted, int64_t known, int64_t count) {
    now.reserve(count, known);
    sorted.reserve(count);
    now.zero(known, count);
  }

  static constexpr int64_t kBodiesBehind = 32;  // which update kernels may read (model/device/steer_runs.h)
  static_assert((kBytesPerBoid + kBytesPerTarget) * (Array::kHeadroom + 1) / Array::kHeadroom + 4 <= 100,
                "at most 100 bytes per boid, at one cell per boid, without inertia");

  Device& device_;
  int64_t count_ = 0;
  Carried carried_;
  int parity_ = 0;
  DeviceArray<Body<float, D>, Device> bodies_{device_}, sorted_bodies_{device_};
  Array ids_{device_}, sorted_ids_{device_}, targets_{device_}, sorted_targets_{device_};
  DeviceArray<Vec<float, D>, Device> alignments_{device_}, sorted_alignments_{device_};
  Array order_{device_}, cell_ids_{device_};
  mutable std::vector<uint32_t> host_wanted_;  // in wanted_
  mutable Array wanted_{device_};              // for pick()
  mutable DeviceArray<Body<float, D>, Device> picked_{device_};
};

}  // namespace murmur
