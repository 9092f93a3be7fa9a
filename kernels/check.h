// Error checks for all CUDA calls, with one sentence per failure. Texts are in check.cpp, because nvcc cannot
// compile libfmt's compile-time checks.
#pragma once

#include <cuda_runtime_api.h>

namespace murmur {

/// Checks the result of a CUDA call. @throws DeviceFailure naming `what` when the call failed.
void check(cudaError_t result, const char* what);

/// Checks a call that may need the device's memory. @throws DeviceMemoryFull when none is left, DeviceFailure as check().
void check_memory(cudaError_t result, const char* what);

/// Ignores a failure, in destructors, which cannot report it. Clears the last error, so that the next launch does not
/// report it; later calls return persistent errors again.
inline void ignore(cudaError_t result) noexcept {
  if (result != cudaSuccess) (void)cudaGetLastError();
}

}  // namespace murmur
