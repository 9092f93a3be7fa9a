// The CUDA backend's flock on a device of the tests, as a backend.
#pragma once

#include <memory>

#include "sim/backends/device/flock.h"

namespace murmur {

template <int D, class Device>
class FlockOn final : public DeviceFlock<D, Device> {
 public:
  FlockOn(const std::shared_ptr<Device>& device, UsableKernels kernels)
      : DeviceFlock<D, Device>(device, kernels), device_(device), kernels_(kernels) {}

  std::unique_ptr<Backend<float>> for_dimensions(int dimensions) const override {
    if (dimensions == D) return nullptr;
    return std::make_unique<FlockOn<kOtherDimensions<D>, Device>>(device_, kernels_);
  }

 private:
  std::shared_ptr<Device> device_;
  UsableKernels kernels_;
};

template <class Device>
std::unique_ptr<Backend<float>> flock_on(const std::shared_ptr<Device>& device, UsableKernels kernels = {}) {
  return std::make_unique<FlockOn<2, Device>>(device, kernels);
}

class SerialDevice;  // serial_flocks.cpp: 20 seconds to compile
extern template std::unique_ptr<Backend<float>> flock_on<SerialDevice>(const std::shared_ptr<SerialDevice>&,
                                                                       UsableKernels);

}  // namespace murmur
