// The update kernel `pairs` (model/device/steer_pairs.h) on CUDA, one per kind of sums and images.
#include "kernels/atomic.cuh"
#include "kernels/kernel_table.cuh"
#include "model/device/steer_pairs.h"

namespace murmur {

constexpr int kPairThreads = 128;  // threads of a block
constexpr int kPairBlocks = 5;     ///< blocks on a multiprocessor

template <int D, int kKind, int kImages>
__global__ void __launch_bounds__(kPairThreads, kPairBlocks)
    steer_pairs_kernel(const __grid_constant__ SteerArguments<D> arguments) {
  const int64_t k = arguments.first + 2 * (static_cast<int64_t>(blockIdx.x) * kPairThreads + threadIdx.x);
  if (k < arguments.flock.boids)
    steer_pair<D, SumKind::of(kKind), static_cast<Images>(kImages), CudaDevice::Atomic>(arguments, k);
}

/// Launches the kernel for kinds with sums_pairs().
template <int D>
void CudaDevice::steer_pairs(const SteerArguments<D>& arguments, SumKind kind) {
  using Kernel = void (*)(const SteerArguments<D>);
  static constexpr KernelTable<Kernel> kKernels([](auto sums, auto images) -> Kernel {
    if constexpr (sums_pairs(SumKind::of(sums()))) return &steer_pairs_kernel<D, sums(), images()>;
    return nullptr;
  });
  const int64_t pairs = (arguments.flock.boids - arguments.first + 1) / 2;
  launch("update", kKernels.at(kind, arguments.grid.images), pairs, kPairThreads, arguments);
}

template void CudaDevice::steer_pairs<2>(const SteerArguments<2>&, SumKind);
template void CudaDevice::steer_pairs<3>(const SteerArguments<3>&, SumKind);

}  // namespace murmur
