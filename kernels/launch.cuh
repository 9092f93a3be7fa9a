// Launches kernels: the templates of kernels/cuda_device.h. Include only from .cu files.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <cub/device/device_reduce.cuh>
#include <cuda/atomic>

#include "kernels/check.h"
#include "kernels/cuda_device.h"

namespace murmur {

/// Integers only: their sums, minima and maxima do not depend on the order of threads.
struct CudaDevice::Atomic {
  template <class T>
  using Ref = cuda::atomic_ref<T, cuda::thread_scope_device>;

  template <class T>
  MURMUR_HD static T add(T* at, T value) {
    return Ref<T>(*at).fetch_add(value, cuda::memory_order_relaxed);
  }
  MURMUR_HD static void min(uint32_t* at, uint32_t value) {
    Ref<uint32_t>(*at).fetch_min(value, cuda::memory_order_relaxed);
  }
  MURMUR_HD static void max(uint32_t* at, uint32_t value) {
    Ref<uint32_t>(*at).fetch_max(value, cuda::memory_order_relaxed);
  }
};

constexpr int kThreadsPerBlock = 256;

inline unsigned blocks_for(int64_t n, int threads) {
  return static_cast<unsigned>((n + threads - 1) / threads);
}

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
