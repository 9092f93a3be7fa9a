// Copies of a flock in a device's memory (sim/backends/kept_flock.h). Made and read by flock.h.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "sim/backends/device/array.h"
#include "sim/backends/device/boids.h"
#include "sim/backends/device/predators.h"
#include "sim/backends/faults.h"
#include "sim/backends/kept_flock.h"

namespace murmur {

/// Memory for all copies of one flock. Freed blocks are reused, because allocating and releasing wait for the device.
template <class Device>
class KeptMemory {
 public:
  using Block = DeviceArray<std::byte, Device>;

  explicit KeptMemory(std::shared_ptr<Device> device)
      : device_(std::move(device)), most_(static_cast<double>(device_->free_memory()) / kShare) {}

  Device& device() { return *device_; }
  double most_bytes() const { return most_; }

  /// @returns a block of at least `bytes`. @throws DeviceMemoryFull.
  Block take(int64_t bytes) {
    if (static_cast<double>(bytes) > most_) throw DeviceMemoryFull(static_cast<size_t>(most_));
    // Blocks much larger than `bytes` are left alone: the limit of memory for copies counts the sizes of blocks.
    const auto large = std::find_if(free_.begin(), free_.end(), [&](const Block& block) {
      return block.capacity() >= bytes && block.capacity() <= bytes + bytes / 4;
    });
    Block block(*device_);
    if (large != free_.end()) {
      block = std::move(*large);
      free_.erase(large);
    } else {
      free_.clear();  // free blocks of other sizes are released
      block.reserve(bytes);
    }
    return block;
  }
  void give_back(Block block) { free_.push_back(std::move(block)); }

  /// Host memory for at most `bytes` of a copy that the device sends.
  std::byte* host_buffer(size_t bytes) {
    landing_.reserve(static_cast<int64_t>(bytes));
    return landing_.data();
  }

 private:
  static constexpr double kShare = 4.0;  // copies may use 1 / kShare of the free memory

  std::shared_ptr<Device> device_;
  double most_;
  std::vector<Block> free_;
  PinnedArray<std::byte, Device> landing_{*device_};
};

template <int D, class Device>
class KeptOnDevice final : public KeptFlock<float> {
 public:
  /// Queues the copy of the boids and predators. @throws DeviceMemoryFull.
  KeptOnDevice(std::shared_ptr<KeptMemory<Device>> memory, const DeviceBoids<D, Device>& boids,
               const DevicePredators<D, Device>& predators, bool inside)
      : memory_(std::move(memory)),
        boids_(boids.count()),
        carried_(boids.carried()),
        predators_(predators.count()),
        inside_(inside),
        block_(memory_->take(bytes())) {
    boids.copy_to(block_.data());
    predators.copy_to(block_.data() + boid_bytes());
  }
  ~KeptOnDevice() override { memory_->give_back(std::move(block_)); }

  bool is_on(const Device& device) const { return &memory_->device() == &device; }
  int64_t boids() const { return boids_; }
  Carried carried() const { return carried_; }
  int64_t predators() const { return predators_; }
  bool inside() const { return inside_; }  ///< no boid of the copy is outside the world
  const std::byte* boids_data() const { return block_.data(); }
  const std::byte* predators_data() const { return block_.data() + boid_bytes(); }

  double device_bytes() const override { return static_cast<double>(bytes()); }
  double host_bytes() const override { return host_ ? device_bytes() : 0.0; }

  bool on_host() const override { return bytes_on_host_ == bytes(); }
  void copy_to_host(size_t most) const override {
    Device& device = memory_->device();
    if (!host_) host_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<size_t>(bytes()));
    std::byte* const landing = memory_->host_buffer(most);
    if (under_way_ > 0) {
      if (!device.background_download_done()) return;
      std::memcpy(host_.get() + bytes_on_host_, landing, static_cast<size_t>(under_way_));
      bytes_on_host_ += std::exchange(under_way_, 0);
    }
    under_way_ = std::min(static_cast<int64_t>(most), bytes() - bytes_on_host_);
    if (under_way_ > 0)
      device.begin_background_download(landing, block_.data() + bytes_on_host_,
                                       static_cast<size_t>(under_way_));
  }

  State<float> state() const override {
    if (on_host()) return state_of(host_.get());
    const auto bytes = std::make_unique_for_overwrite<std::byte[]>(static_cast<size_t>(this->bytes()));
    block_.download(bytes.get(), this->bytes());
    return state_of(bytes.get());
  }

 private:
  int64_t boid_bytes() const { return DeviceBoids<D, Device>::bytes_of(boids_, carried_); }
  int64_t bytes() const { return boid_bytes() + DevicePredators<D, Device>::bytes_of(predators_); }
  State<float> state_of(const std::byte* bytes) const {
    State<float> state{.dimensions = D};
    DeviceBoids<D, Device>::save_bytes(bytes, boids_, carried_, state);
    DevicePredators<D, Device>::save_bytes(bytes + boid_bytes(), predators_, state);
    return state;
  }

  std::shared_ptr<KeptMemory<Device>> memory_;
  int64_t boids_;
  Carried carried_;
  int64_t predators_;
  bool inside_;
  typename KeptMemory<Device>::Block block_;  // bodies, ids, columns; positions and velocities of predators
  mutable std::unique_ptr<std::byte[]> host_;
  mutable int64_t bytes_on_host_ = 0, under_way_ = 0;
};

}  // namespace murmur
