// The boids of one rank in a device's memory between steps: copies from and to the host, and boids that leave the
// slab. The part of sim/backends/device_slab.h that does not step; slab.h has the rest.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/device/slab_work.h"
#include "sim/backends/device/boids.h"
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
  int64_t count() const override { return boids_.count(); }
  Carried carried() const override { return boids_.carried(); }

  void load(const Boids& boids) override {
    boids_.clear();
    append(boids);
    reset_fault();
  }
  void append(const Boids& boids) override {
    const int64_t before = count();
    boids_.resize(before + boids.count(), carried() | boids.carried(), before);
    boids_.put(boids, before);
  }
  void save(Boids& boids) const override { boids_.save(boids); }

  void scatter(const Scatter<float, D>& scatter) override {
    device_->for_each("scatter", count(), ScatterBoid<D>{scatter, boids_.arrays().bodies});
  }

  void keep_below(int64_t first_removed) override {
    if (count() == 0) return;
    boids_.reserve_sorted(count());
    const auto kept = counter();
    device_->for_each("remove", count(),
                      KeepBelow<D, Atomic>{boids_.arrays(), static_cast<uint32_t>(first_removed), kept});
    boids_.swap_all(read(kept));
  }

  uint64_t hash() const override {
    if (count() == 0) return 0;
    device_->reduce("hash", count(), HashBoid<D>{boids_.arrays()}, uint64_t{0}, Sum{}, results_.data());
    uint64_t sum = 0;
    results_.download(&sum, 1);
    return sum;
  }

  void find_leavers(const CellGrid<float, D>& grid, int32_t first, int32_t last, Migrants<D>& boids,
                    std::vector<uint32_t>& indices) override {
    boids = Migrants<D>(carried());
    indices.clear();
    if (count() == 0) return;
    list_.reserve(count());
    uint32_t* const leaving = counter();
    device_->for_each(
        "leavers", count(),
        FindLeavers<D, Atomic>{grid, boids_.arrays().bodies, first, last, leaving, list_.data()});
    const int64_t leavers = read(leaving);
    if (leavers == 0) return;
    indices.resize(static_cast<size_t>(leavers));
    list_.download(indices.data(), leavers);
    std::sort(indices.begin(), indices.end());
    Boids taken;
    boids_.take(indices, taken);
    boids = Migrants<D>(carried(), indices.size());
    for (size_t k = 0; k < indices.size(); ++k) boids.set(k, migrant(taken, k));
  }

  void replace(const Replacement& replacement, const Migrants<D>& arrivals) override {
    if (replacement.after > count()) boids_.resize(replacement.after, carried(), count());
    Boids boids;
    boids.resize(static_cast<int64_t>(arrivals.size()), carried());
    for (size_t k = 0; k < arrivals.size(); ++k) put(boids, k, arrivals[k]);
    boids_.put_at(replacement.arrivals, boids);
    const auto moves = static_cast<int64_t>(replacement.from.size());
    list_.reserve(2 * moves);
    list_.upload(replacement.from.data(), moves);
    list_.upload(replacement.to.data(), moves, moves);
    device_->for_each("move", moves, MoveBoids<D>{boids_.arrays(), list_.data(), list_.data() + moves});
    boids_.resize(replacement.after, carried(), std::min(count(), replacement.after));
  }

 protected:
  template <class T>
  using Array = DeviceArray<T, Device>;

  /// A counter in device memory, set to 0; read() returns its value after all queued work.
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

  DeviceBoids<D, Device> boids_{*device_};
  Array<StepBlock> block_{*device_};
  mutable Array<uint64_t> results_{*device_};

 private:
  Array<uint32_t> list_{*device_};  // indices of chosen boids
};

}  // namespace murmur
