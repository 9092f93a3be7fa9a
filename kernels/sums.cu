// Where the boids of each cell begin: CUB's scan, apart from the rest because it compiles slowly and never
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
