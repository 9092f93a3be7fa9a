// Sizes of tests that run on a GPU and on the simulated device (tests/device/), which takes thousands of
// times as long.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace murmur {

/// MURMUR_SIM_SEED is set wherever tests run on the simulated device.
inline int64_t on_device(int64_t real, int64_t simulated) {
  return std::getenv("MURMUR_SIM_SEED") ? simulated : real;
}

}  // namespace murmur
