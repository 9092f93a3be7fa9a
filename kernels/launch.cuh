// Launches kernels and reductions: the templates of kernels/cuda_device.h. Includes CUB, which takes nvcc seconds to read.
// Include only from .cu files.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <cub/device/device_reduce.cuh>

#include "kernels/atomic.cuh"
#include "kernels/check.h"
#include "kernels/cuda_device.h"

namespace murmur {

constexpr int kThreadsPerBlock = 256;

template <class Functor>
__global__ void __launch_bounds__(kThreadsPerBlock)
    for_each_kernel(const __grid_constant__ Functor functor, int64_t n) {
  const int64_t i = static_cast<int64_t>(blockIdx.x) * kThreadsPerBlock + threadIdx.x;
  if (i < n) functor(i);
}

template <class Functor>
void CudaDevice::for_each(const char* name, int64_t n, const Functor& functor) {
  if (n <= 0) return;
  use();
  for_each_kernel<<<blocks_for(n, kThreadsPerBlock), kThreadsPerBlock, 0, stream_>>>(functor, n);
  check(cudaGetLastError(), name);
}

template <class Item, class T, class Merge>
void CudaDevice::reduce(const char* name, int64_t n, const Item& item, T none, const Merge& merge, T* out) {
  use();
  const auto reduce_in = [&](void* memory, size_t& bytes) {
    check(cub::DeviceReduce::TransformReduce(memory, bytes, thrust::counting_iterator<int64_t>(0), out, n,
                                             merge, item, none, stream_),
          name);
  };
  size_t bytes = 0;
  reduce_in(nullptr, bytes);
  void* const memory = scratch(bytes);
  reduce_in(memory, bytes);
}

}  // namespace murmur
