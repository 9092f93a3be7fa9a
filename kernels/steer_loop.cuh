// The update kernel `loop`, one per kind of sums and images. SumKind is passed as an int, because nvcc's host stubs do not support
// template arguments of class type. Included by steer_loop_2d.cu and steer_loop_3d.cu, which compile in parallel.
#pragma once

#include <array>
#include <utility>

#include "kernels/atomic.cuh"
#include "kernels/check.h"

namespace murmur {

// Small, so that blocks in dense and sparse regions are balanced, and a multiple of the warp schedulers of
// every device.
constexpr int kSteerThreads = 128;

/// Blocks that a multiprocessor holds. In 3D fewer than the compiler would choose: so it needs no spills and no copies of registers.
template <int D>
constexpr int kSteerBlocks = D == 3 ? 6 : 8;

template <int D, int kKind, int kImages>
__global__ void __launch_bounds__(kSteerThreads, kSteerBlocks<D>)
    steer_kernel(const __grid_constant__ SteerArguments<D> arguments) {
  const int64_t k = arguments.first + static_cast<int64_t>(blockIdx.x) * kSteerThreads + threadIdx.x;
  if (k < arguments.flock.boids) {
    steer_boid<SumKind::of(kKind), static_cast<Images>(kImages), CudaDevice::Atomic>(arguments, k);
  }
}

template <int D>
using SteerKernel = void (*)(const SteerArguments<D>);

/// The kernels for images kNone and kUnique.
template <int D, int... I>
constexpr std::array<SteerKernel<D>, sizeof...(I)> steer_kernels(std::integer_sequence<int, I...>) {
  return {{&steer_kernel<D, I / 2, I % 2>...}};
}

template <int D>
void CudaDevice::steer_loop(const SteerArguments<D>& arguments, SumKind kind) {
  static constexpr auto kKernels = steer_kernels<D>(std::make_integer_sequence<int, 2 * SumKind::kCount>());
  constexpr int kChecked = static_cast<int>(Images::kChecked);
  const Images images = arguments.grid.images;
  const SteerKernel<D> kernel =
      images != Images::kChecked ? kKernels[static_cast<size_t>(2 * kind.index() + static_cast<int>(images))]
      : kind.walls               ? &steer_kernel<D, SumKind::any(true).index(), kChecked>
                                 : &steer_kernel<D, SumKind::any(false).index(), kChecked>;
  const int64_t boids = arguments.flock.boids - arguments.first;
  kernel<<<blocks_for(boids, kSteerThreads), kSteerThreads, 0, stream_>>>(arguments);
  check(cudaGetLastError(), "update");
}

}  // namespace murmur
