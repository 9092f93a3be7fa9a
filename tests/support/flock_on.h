// The CUDA backend's flock on a machine of the tests, as a backend.
#pragma once

#include <memory>

#include "sim/backends/by_dimension.h"
#include "sim/backends/device/flock.h"

namespace murmur {

template <class Machine>
std::unique_ptr<Backend<float>> flock_on(const std::shared_ptr<Machine>& machine) {
  return std::make_unique<ByDimension<float>>([machine](int dimensions) -> std::unique_ptr<Backend<float>> {
    if (dimensions == 3) return std::make_unique<DeviceFlock<3, Machine>>(machine);
    return std::make_unique<DeviceFlock<2, Machine>>(machine);
  });
}

}  // namespace murmur
