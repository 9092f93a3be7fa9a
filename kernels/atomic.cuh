// Atomic operations of kernels. Include only from .cu files.
#pragma once

#include <cuda/atomic>

#include "kernels/cuda_device.h"

namespace murmur {

/// Atomic operations on integers only: sums, minima and maxima do not depend on the order of threads.
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
  template <class T>
  MURMUR_HD static void max(T* at, T value) {
    Ref<T>(*at).fetch_max(value, cuda::memory_order_relaxed);
  }
  template <class T>
  MURMUR_HD static T load(T* at) {
    return Ref<T>(*at).load(cuda::memory_order_relaxed);
  }
};

}  // namespace murmur
