// Tests with one kernel whether this build supports the current device; all kernels have the same
// architectures.
#include "kernels/cuda_device.h"

namespace murmur {

namespace {
__global__ void nothing_kernel() {}
}  // namespace

cudaError_t kernels_fit() {
  cudaFuncAttributes attributes;
  return cudaFuncGetAttributes(&attributes, nothing_kernel);
}

}  // namespace murmur
