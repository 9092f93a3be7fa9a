// Asks whether the kernels of this build run on the device in use: all were compiled for the same
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
