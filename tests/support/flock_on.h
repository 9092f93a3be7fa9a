// The CUDA backend's flock on a device of the tests, as a backend.
#pragma once

#include <memory>

#include "sim/backends/by_dimension.h"
#include "sim/backends/device/flock.h"

namespace murmur {

template <class Device>
std::unique_ptr<Backend<float>> flock_on(const std::shared_ptr<Device>& device,
                                         std::optional<UpdateKernel> kernel = {}) {
  return std::make_unique<ByDimension<float>>(
      [device, kernel](int dimensions) -> std::unique_ptr<Backend<float>> {
        if (dimensions == 3) return std::make_unique<DeviceFlock<3, Device>>(device, kernel);
        return std::make_unique<DeviceFlock<2, Device>>(device, kernel);
      });
}

class SerialDevice;  // serial_flocks.cpp: 20 seconds to compile
extern template std::unique_ptr<Backend<float>> flock_on<SerialDevice>(const std::shared_ptr<SerialDevice>&,
                                                                       std::optional<UpdateKernel>);

}  // namespace murmur
