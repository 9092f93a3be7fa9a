// Failures of a step that several backends report in the same words. Apart from the backends' headers,
// because the texts need libfmt and CUDA sources are compiled without it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/util/errors.h"

namespace murmur {

/// @throws RunError: boid `id` is not finite after the step that followed `step` steps.
[[noreturn]] void throw_not_finite(int64_t id, int64_t step);

/// Thrown by a device's allocator; the flock replaces it by a message with N and all bytes.
class DeviceMemoryFull : public RunError {
 public:
  explicit DeviceMemoryFull(size_t free_bytes)
      : RunError("the GPU's memory is full; use fewer boids or --backend cpu"), available(free_bytes) {}
  size_t available;  ///< bytes that were still free
};

/// @throws RunError: `boids` boids need `wanted` bytes in all.
[[noreturn]] void throw_device_memory_full(int64_t boids, size_t wanted, const DeviceMemoryFull& full);

}  // namespace murmur
