// The arrays behind a step's parameters in a device's memory: obstacles, goals and terrain. Owned by flock.h and slab.h; predators
// are state and elsewhere.
#pragma once

#include "sim/backends/device/array.h"
#include "sim/backends/parameters.h"

namespace murmur {

template <int D, class Device>
class DeviceParameterArrays {
 public:
  explicit DeviceParameterArrays(Device& device) : obstacles_(device), goals_(device), heights_(device) {}

  /// Copies `arrays` over, and points the views of `behaviours` at the copies.
  void take(const ParameterArrays<float, D>& arrays, Behaviours<float, D>& behaviours) {
    behaviours.obstacles.data = moved(arrays.obstacles, obstacles_);
    behaviours.goals.data = moved(arrays.goals, goals_);
    behaviours.heights.data = moved(arrays.heights, heights_);
  }

 private:
  template <class T>
  static const T* moved(const std::vector<T>& host, DeviceArray<T, Device>& device) {
    device.reserve(static_cast<int64_t>(host.size()));
    device.upload(host.data(), static_cast<int64_t>(host.size()));
    return device.data();
  }

  DeviceArray<Obstacle<float, D>, Device> obstacles_;
  DeviceArray<Vec<float, D>, Device> goals_;
  DeviceArray<float, Device> heights_;
};

}  // namespace murmur
