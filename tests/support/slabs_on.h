// The slabs of ranks on devices of the tests: each rank, which is a thread, has a device of its own.
#pragma once

#include <memory>

#include "sim/backends/device/slab.h"

namespace murmur {

template <class Device>
SlabMakers slabs_on() {
  return {[](const BackendOptions& options) -> std::unique_ptr<DeviceSlab<2>> {
            return std::make_unique<SlabOnDevice<2, Device>>(std::make_shared<Device>(),
                                                             update_kernel(options.kernel));
          },
          [](const BackendOptions& options) -> std::unique_ptr<DeviceSlab<3>> {
            return std::make_unique<SlabOnDevice<3, Device>>(std::make_shared<Device>(),
                                                             update_kernel(options.kernel));
          },
          ""};
}

class SerialDevice;  // serial_flocks.cpp
extern template SlabMakers slabs_on<SerialDevice>();

}  // namespace murmur
