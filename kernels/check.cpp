#include "kernels/check.h"

#include <fmt/format.h>

#include "sim/backends/faults.h"

namespace murmur {

void check(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  (void)cudaGetLastError();  // reported here, so that the next launch does not report it again
  throw DeviceFailure(fmt::format("the GPU failed at '{}': {} ({})", what, cudaGetErrorString(result),
                                  cudaGetErrorName(result)),
                      "try --backend cpu, and compute-sanitizer to find the cause");
}

void check_memory(cudaError_t result, const char* what) {
  if (result != cudaErrorMemoryAllocation) return check(result, what);
  (void)cudaGetLastError();
  size_t available = 0, total = 0;
  ignore(cudaMemGetInfo(&available, &total));
  throw DeviceMemoryFull(available);
}

}  // namespace murmur
