// The arrays behind a step's parameters in a device's memory, such as obstacles and terrain. Owned by flock.h and
// slab.h. Predators are part of the state, not of these arrays. In addition to the primitives in flock.h a Device has
//   take_rules(own)   receives the custom rules, in the host's memory, and may compile them
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "model/parameters.h"
#include "sim/backends/device/array.h"

namespace murmur {

template <int D, class Device>
class DeviceParameterArrays {
 public:
  explicit DeviceParameterArrays(Device& device) : device_(device) {}

  /// Uploads the arrays of `parameters` that have changed, and points the views in `parameters` at the copies.
  void take(Parameters<float, D>& parameters) {
    device_.take_rules(parameters.behaviours.custom);
    size_t taken = 0;
    parameters.each_array([&]<class T>(View<T>& view) {
      if (taken == copies_.size()) copies_.emplace_back(device_);
      view.data = reinterpret_cast<const T*>(
          copies_[taken++].take(std::as_bytes(std::span(view.data, static_cast<size_t>(view.size)))));
    });
  }

 private:
  struct Copy {
    explicit Copy(Device& device) : on_device(device) {}
    const std::byte* take(std::span<const std::byte> bytes) {
      if (same_bytes(bytes, host)) return on_device.data();
      std::vector<std::byte> next(bytes.begin(), bytes.end());
      host.clear();  // cleared first, because the upload may fail
      on_device.reserve(static_cast<int64_t>(next.size()));
      on_device.upload(next.data(), static_cast<int64_t>(next.size()));
      host = std::move(next);
      return on_device.data();
    }
    std::vector<std::byte> host;
    DeviceArray<std::byte, Device> on_device;
  };

  Device& device_;
  std::deque<Copy> copies_;
};

}  // namespace murmur
