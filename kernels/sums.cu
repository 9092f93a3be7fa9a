// Prefix sums of the boids per cell by CUB's scan; a separate file, because it compiles slowly and seldom
// changes.
#include <cub/device/device_scan.cuh>

#include "kernels/check.h"
#include "kernels/cuda_device.h"

namespace murmur {

void CudaDevice::sums_before(uint32_t* counts, int64_t n) {
  use();
  const auto scan_in = [&](void* memory, size_t& bytes) {
    check(cub::DeviceScan::ExclusiveSum(memory, bytes, counts, counts, n, stream_), "summing up the cells");
  };
  size_t bytes = 0;
  scan_in(nullptr, bytes);
  void* const memory = scratch(bytes);
  scan_in(memory, bytes);
}

}  // namespace murmur
