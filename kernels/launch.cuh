// Loops and reductions on the device: the templates of kernels/cuda_device.h. Includes CUB, which takes nvcc seconds
// to compile. Include only from .cu files.
#pragma once

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <cub/device/device_reduce.cuh>

#include "kernels/atomic.cuh"
#include "kernels/kernel_table.cuh"

namespace murmur {

constexpr int kThreadsPerBlock = 256;
constexpr int kThreadsOfFew = 64;  // small, so that few boids with much work occupy more multiprocessors
constexpr int64_t kFew = int64_t{1} << 16;

template <class Functor>
__global__ void __launch_bounds__(kThreadsPerBlock)
    for_each_kernel(const __grid_constant__ Functor functor, int64_t n) {
  const int64_t i = static_cast<int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n) functor(i);
}

template <class Functor>
void CudaDevice::for_each(const char* name, int64_t n, const Functor& functor) {
  launch(name, &for_each_kernel<Functor>, n, n < kFew ? kThreadsOfFew : kThreadsPerBlock, functor, n);
}

/// A kernel whose threads have shared memory each.
template <class Functor>
__global__ void __launch_bounds__(kThreadsOfFew)
    for_each_with_memory_kernel(const __grid_constant__ Functor functor, int64_t n) {
  __shared__ typename Functor::Memory memory[kThreadsOfFew];
  const int64_t i = static_cast<int64_t>(blockIdx.x) * kThreadsOfFew + threadIdx.x;
  if (i < n) functor(i, memory[threadIdx.x]);
}

template <class Functor>
void CudaDevice::for_each_with_memory(const char* name, int64_t n, const Functor& functor) {
  launch(name, &for_each_with_memory_kernel<Functor>, n, kThreadsOfFew, functor, n);
}

template <class Item, class T, class Merge>
void CudaDevice::reduce(const char* name, int64_t n, const Item& item, T none, const Merge& merge, T* out) {
  use();
  // DeviceReduce::TransformReduce requires CUDA 12.5. In 12.1 `n` is an int, for more boids than GPUs of its time have memory for.
  const auto items = thrust::make_transform_iterator(thrust::counting_iterator<int64_t>(0), item);
  const auto reduce_in = [&](void* memory, size_t& bytes) {
    check_memory(cub::DeviceReduce::Reduce(memory, bytes, items, out, n, merge, none, stream_), name);
  };
  size_t bytes = 0;
  reduce_in(nullptr, bytes);
  void* const memory = scratch(bytes);
  reduce_in(memory, bytes);
}

}  // namespace murmur
