// The update kernel `pairs` (model/device/steer_pairs.h) on CUDA, one per kind of sums and images.
#pragma once

#include <array>
#include <utility>

#include "kernels/atomic.cuh"
#include "kernels/check.h"
#include "model/device/steer_pairs.h"

namespace murmur {

constexpr int kPairThreads = 128;  // of a block
constexpr int kPairBlocks = 5;     ///< that a multiprocessor holds

template <int D, int kKind, int kImages>
__global__ void __launch_bounds__(kPairThreads, kPairBlocks)
    steer_pairs_kernel(const __grid_constant__ SteerArguments<D> arguments) {
  const int64_t k = arguments.first + 2 * (static_cast<int64_t>(blockIdx.x) * kPairThreads + threadIdx.x);
  if (k < arguments.flock.boids)
    steer_pair<D, SumKind::of(kKind), static_cast<Images>(kImages), CudaDevice::Atomic>(arguments, k);
}

template <int D>
using PairsKernel = void (*)(const SteerArguments<D>);

template <int D, int kKind, int kImages>
constexpr PairsKernel<D> pairs_kernel() {
  if constexpr (sums_pairs(SumKind::of(kKind))) return &steer_pairs_kernel<D, kKind, kImages>;
  return nullptr;
}
template <int D, int... I>
constexpr std::array<PairsKernel<D>, sizeof...(I)> pairs_kernels(std::integer_sequence<int, I...>) {
  return {{pairs_kernel<D, I / 2, I % 2>()...}};
}

/// For kinds of sums of sums_pairs(), and images kNone and kUnique.
template <int D>
void CudaDevice::steer_pairs(const SteerArguments<D>& arguments, SumKind kind) {
  static constexpr auto kKernels = pairs_kernels<D>(std::make_integer_sequence<int, 2 * SumKind::kCount>());
  const PairsKernel<D> kernel =
      kKernels[static_cast<size_t>(2 * kind.index() + static_cast<int>(arguments.grid.images))];
  const int64_t pairs = (arguments.flock.boids - arguments.first + 1) / 2;
  kernel<<<blocks_for(pairs, kPairThreads), kPairThreads, 0, stream_>>>(arguments);
  check(cudaGetLastError(), "update");
}

}  // namespace murmur
