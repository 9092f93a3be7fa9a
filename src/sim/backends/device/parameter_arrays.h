// The arrays behind a step's parameters in a device's memory: obstacles, goals, turbulence and terrain. Owned by flock.h and slab.h; predators
// are state and elsewhere.
#pragma once

#include "sim/backends/device/array.h"
#include "sim/backends/make_parameters.h"

namespace murmur {

template <int D, class Device>
class DeviceParameterArrays {
 public:
  explicit DeviceParameterArrays(Device& device)
      : obstacles_(device), goals_(device), turbulence_(device), heights_(device) {}

  /// Copies those of `arrays` over that have changed, and points the views of `behaviours` at the copies.
  void take(const ParameterArrays<float, D>& arrays, Behaviours<float, D>& behaviours) {
    behaviours.obstacles.data = moved(arrays.obstacles, obstacles_);
    behaviours.goals.data = moved(arrays.goals, goals_);
    behaviours.turbulence.data = moved(arrays.turbulence, turbulence_);
    behaviours.heights.data = moved(arrays.heights, heights_);
  }

 private:
  template <class T>
  struct Copied {
    explicit Copied(Device& device) : on_device(device) {}
    std::vector<T> host;
    DeviceArray<T, Device> on_device;
  };
  template <class T>
  static const T* moved(const std::vector<T>& host, Copied<T>& copied) {
    if (same_bytes(host, copied.host)) return copied.on_device.data();
    copied.host.clear();  // first: it may fail
    copied.on_device.reserve(static_cast<int64_t>(host.size()));
    copied.on_device.upload(host.data(), static_cast<int64_t>(host.size()));
    copied.host = host;
    return copied.on_device.data();
  }

  Copied<Obstacle<float, D>> obstacles_;
  Copied<Vec<float, D>> goals_;
  Copied<TurbulenceWave<float, D>> turbulence_;
  Copied<float> heights_;
};

}  // namespace murmur
