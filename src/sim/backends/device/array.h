// An array in a device's memory that grows with headroom, so that boids added with the mouse do not move it
// each time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

namespace murmur {

/// Device: allocate, release, copy; see sim/backends/device/flock.h. The device must outlive its arrays.
template <class T, class Device>
class DeviceArray {
 public:
  explicit DeviceArray(Device& device) : device_(&device) {}
  DeviceArray(DeviceArray&& other) noexcept
      : device_(other.device_),
        data_(std::exchange(other.data_, nullptr)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~DeviceArray() { device_->release(data_); }

  T* data() const { return data_; }
  int64_t capacity() const { return capacity_; }

  /// Makes room for `size` elements; the first `kept` stay. @throws DeviceMemoryFull, with the array unchanged.
  void reserve(int64_t size, int64_t kept = 0) {
    if (size <= capacity_) return;
    const int64_t capacity = size + size / kHeadroom;
    T* const grown = static_cast<T*>(device_->allocate(bytes(capacity)));
    if (kept > 0) device_->copy(grown, data_, bytes(kept));
    device_->release(data_);
    data_ = grown;
    capacity_ = capacity;
  }

  void upload(const T* from, int64_t count, int64_t at = 0) {
    if (count > 0) device_->upload(data_ + at, from, bytes(count));
  }
  void download(T* to, int64_t count, int64_t at = 0) const {
    if (count > 0) device_->download(to, data_ + at, bytes(count));
  }
  void zero(int64_t from, int64_t to) {
    if (to > from) device_->zero(data_ + from, bytes(to - from));
  }

  /// Divisor of the size for headroom: 3 % keeps a 3-D flock with goal targets below 100 bytes per boid.
  static constexpr int64_t kHeadroom = 32;

 private:
  static size_t bytes(int64_t count) { return static_cast<size_t>(count) * sizeof(T); }

  Device* device_;
  T* data_ = nullptr;
  int64_t capacity_ = 0;
};

/// Whether two arrays have equal bytes, so that the device's copy is current. Different padding in equal arrays costs only a copy.
template <class A, class B>
bool same_bytes(const A& a, const B& b) {
  static_assert(std::is_same_v<std::decay_t<decltype(*a.data())>, std::decay_t<decltype(*b.data())>>);
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(*a.data())) == 0);
}

/// An array in pinned memory of the host, for messages; growing discards its contents. Callers ensure that no
/// transfer uses an array that grows.
template <class T, class Device>
class PinnedArray {
 public:
  explicit PinnedArray(Device& device) : device_(&device) {}
  PinnedArray(const PinnedArray&) = delete;
  PinnedArray& operator=(const PinnedArray&) = delete;
  ~PinnedArray() { device_->release_pinned(data_); }

  T* data() const { return data_; }
  void reserve(int64_t size) {
    if (size <= capacity_) return;
    device_->release_pinned(std::exchange(data_, nullptr));
    capacity_ = 0;
    const int64_t capacity = size + size / 4;
    data_ = static_cast<T*>(device_->allocate_pinned(static_cast<size_t>(capacity) * sizeof(T)));
    capacity_ = capacity;
  }

 private:
  Device* device_;
  T* data_ = nullptr;
  int64_t capacity_ = 0;
};

}  // namespace murmur
