// The boids of one rank in a device's memory, between steps: their arrays, the ways in and out, and those that leave the slab. The part of
// sim/backends/device_slab.h that knows no step; slab.h has the rest.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/device/slab_work.h"
#include "sim/backends/device/array.h"
#include "sim/backends/device_slab.h"

namespace murmur {

template <int D, class Device>
class SlabArrays : public DeviceSlab<D> {
 public:
  using Atomic = typename Device::Atomic;
  using Boids = HostBoids<float, D>;

  explicit SlabArrays(std::shared_ptr<Device> device) : device_(std::move(device)) {
    block_.reserve(1);
    results_.reserve(1);
    reset_fault();
  }

  std::string description() const override { return device_->description(); }
  int64_t count() const override { return count_; }
  Carried carried() const override { return carried_; }

  void load(const Boids& boids) override {
    count_ = at_ = 0;
    carried_ = {};
    append(boids);
    reset_fault();
  }

  void append(const Boids& boids) override {
    const int64_t before = count_, added = boids.count();
    resize(before + added, carried_ | boids.carried());
    bodies_.upload(boids.bodies().data(), added, at_ + before);
    ids_.upload(boids.ids().data(), added, at_ + before);
    if (boids.carried().targets) targets_.upload(boids.targets().data(), added, at_ + before);
    if (boids.carried().alignments) alignments_.upload(boids.alignments().data(), added, at_ + before);
  }

  void save(Boids& boids) const override {
    boids.resize(count_, carried_);
    bodies_.download(boids.bodies().data(), count_, at_);
    ids_.download(boids.ids().data(), count_, at_);
    if (carried_.targets) targets_.download(boids.targets().data(), count_, at_);
    if (carried_.alignments) alignments_.download(boids.alignments().data(), count_, at_);
  }

  void scatter(const Scatter<float, D>& scatter) override {
    device_->for_each("scatter", count_, ScatterBoid<D>{scatter, bodies_.data() + at_});
  }

  void keep_below(int64_t first_removed) override {
    if (count_ == 0) return;
    reserve_sorted(count_);
    FlockArrays<D> flock = own();
    point_at_sorted(flock, 0);
    const auto kept = counter();
    device_->for_each("remove", count_,
                      KeepBelow<D, Atomic>{flock, static_cast<uint32_t>(first_removed), kept});
    count_ = read(kept);
    std::swap(bodies_, sorted_bodies_);
    swap_ids(0);
  }

  uint64_t hash() const override {
    if (count_ == 0) return 0;
    device_->reduce("hash", count_, HashBoid<D>{own()}, uint64_t{0}, Sum{}, results_.data());
    uint64_t sum = 0;
    results_.download(&sum, 1);
    return sum;
  }

  void find_leavers(const CellGrid<float, D>& grid, int32_t first, int32_t last,
                    std::vector<Migrant<D>>& boids, std::vector<uint32_t>& indices) override {
    boids.clear();
    indices.clear();
    if (count_ == 0) return;
    order_.reserve(count_);
    uint32_t* const leaving = counter();
    device_->for_each(
        "leavers", count_,
        FindLeavers<D, Atomic>{grid, bodies_.data() + at_, first, last, leaving, order_.data()});
    const int64_t leavers = read(leaving);
    if (leavers == 0) return;
    indices.resize(static_cast<size_t>(leavers));
    order_.download(indices.data(), leavers);
    std::sort(indices.begin(), indices.end());
    const MigrantArrays<D> out = migrants(indices);
    device_->for_each("take", leavers, TakeBoids<D>{own(), out});
    Boids taken;
    taken.resize(leavers, {true, carried_.alignments});
    travel_bodies_.download(taken.bodies().data(), leavers);
    travel_words_.download(taken.ids().data(), leavers, leavers);
    travel_words_.download(taken.targets().data(), leavers, 2 * leavers);
    if (carried_.alignments) travel_alignments_.download(taken.alignments().data(), leavers);
    for (size_t k = 0; k < indices.size(); ++k) boids.push_back(migrant(taken, k));
  }

  void replace(const Replacement& replacement, const std::vector<Migrant<D>>& arrivals) override {
    if (replacement.after > count_) resize(replacement.after, carried_);
    Boids boids;
    boids.resize(static_cast<int64_t>(arrivals.size()), {true, carried_.alignments});
    for (size_t k = 0; k < arrivals.size(); ++k) put(boids, k, arrivals[k]);
    const MigrantArrays<D> in = migrants(replacement.arrivals);
    travel_bodies_.upload(boids.bodies().data(), boids.count());
    travel_words_.upload(boids.ids().data(), boids.count(), boids.count());
    travel_words_.upload(boids.targets().data(), boids.count(), 2 * boids.count());
    if (carried_.alignments) travel_alignments_.upload(boids.alignments().data(), boids.count());
    device_->for_each("put", boids.count(), PutBoids<D>{in, own()});
    const auto moves = static_cast<int64_t>(replacement.from.size());
    travel_words_.reserve(2 * moves);
    travel_words_.upload(replacement.from.data(), moves);
    travel_words_.upload(replacement.to.data(), moves, moves);
    device_->for_each("move", moves, MoveBoids<D>{own(), travel_words_.data(), travel_words_.data() + moves});
    count_ = replacement.after;
  }

 protected:
  static constexpr int64_t kBodiesBehind = 32;  // which update kernels may read (model/device/steer_runs.h)
  template <class T>
  using Array = DeviceArray<T, Device>;

  /// The present state, in any order.
  FlockArrays<D> own() const {
    FlockArrays<D> flock;
    flock.boids = count_;
    flock.bodies = bodies_.data() + at_;
    flock.ids = ids_.data() + at_;
    if (carried_.targets) flock.targets = targets_.data() + at_;
    if (carried_.alignments) flock.alignments = alignments_.data() + at_;
    return flock;
  }

  /// The sorted arrays, from a place on.
  void point_at_sorted(FlockArrays<D>& flock, int64_t first) const {
    flock.sorted_bodies = sorted_bodies_.data() + first;
    flock.sorted_ids = sorted_ids_.data() + first;
    flock.sorted_targets = carried_.targets ? sorted_targets_.data() + first : nullptr;
    flock.sorted_alignments = carried_.alignments ? sorted_alignments_.data() + first : nullptr;
  }

  /// The sorted ids and what boids carry become those of the state, whose bodies begin at `at`.
  void swap_ids(int64_t at) {
    std::swap(ids_, sorted_ids_);
    std::swap(targets_, sorted_targets_);
    std::swap(alignments_, sorted_alignments_);
    at_ = at;
  }

  /// New boids are not set yet; what they carry is 0.
  void resize(int64_t count, Carried carried) {
    bodies_.reserve(at_ + count, at_ + count_);
    ids_.reserve(at_ + count, at_ + count_);
    const auto carry = [&](auto& array, bool known) {
      array.reserve(at_ + count, known ? at_ + count_ : 0);
      array.zero(at_ + (known ? count_ : 0), at_ + count);
    };
    if (carried.targets) carry(targets_, carried_.targets);
    if (carried.alignments) carry(alignments_, carried_.alignments);
    count_ = count;
    carried_ = carried;
  }

  void reserve_sorted(int64_t boids) {
    sorted_bodies_.reserve(boids + kBodiesBehind);
    sorted_ids_.reserve(boids);
    if (carried_.targets) sorted_targets_.reserve(boids);
    if (carried_.alignments) sorted_alignments_.reserve(boids);
  }
  void zero_sorted(int64_t from, int64_t to) {
    if (to > from)
      device_->zero(sorted_bodies_.data() + from, static_cast<size_t>(to - from) * sizeof(Body<float, D>));
  }

  /// A word of the device's memory that is 0, and its value after all that was queued.
  uint32_t* counter() {
    auto* const word = reinterpret_cast<uint32_t*>(results_.data());
    device_->zero(word, sizeof *word);
    return word;
  }
  uint32_t read(const uint32_t* word) const {
    uint32_t value = 0;
    device_->download(&value, word, sizeof value);
    return value;
  }

  void reset_fault() {
    const StepBlock calm;
    block_.upload(&calm, 1);
    device_->clear_fault_flag();
  }

  std::shared_ptr<Device> device_;

  // The state: count_ boids from at_ on.
  int64_t count_ = 0, at_ = 0;
  Carried carried_;
  Array<Body<float, D>> bodies_{*device_}, sorted_bodies_{*device_};
  Array<uint32_t> ids_{*device_}, sorted_ids_{*device_}, targets_{*device_}, sorted_targets_{*device_};
  Array<Vec<float, D>> alignments_{*device_}, sorted_alignments_{*device_};
  Array<uint32_t> order_{*device_};
  Array<StepBlock> block_{*device_};
  mutable Array<uint64_t> results_{*device_};

 private:
  /// Room for boids that come from, or go to, these places.
  MigrantArrays<D> migrants(const std::vector<uint32_t>& places) {
    const auto boids = static_cast<int64_t>(places.size());
    travel_bodies_.reserve(boids);
    if (carried_.alignments) travel_alignments_.reserve(boids);
    travel_words_.reserve(3 * boids);
    travel_words_.upload(places.data(), boids);
    uint32_t* const words = travel_words_.data();
    return {travel_bodies_.data(), travel_alignments_.data(), words, words + boids, words + 2 * boids};
  }

  Array<Body<float, D>> travel_bodies_{*device_};
  Array<Vec<float, D>> travel_alignments_{*device_};
  Array<uint32_t> travel_words_{*device_};
};

}  // namespace murmur
