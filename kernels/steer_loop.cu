// The update kernel `loop`, one per kind of sums and images.
#include "kernels/atomic.cuh"
#include "kernels/kernel_table.cuh"

namespace murmur {

// Threads of a block: few, to balance blocks in dense and sparse regions, and a multiple of the warp schedulers of every device.
constexpr int kSteerThreads = 128;

/// Blocks on a multiprocessor. In 3D fewer than the compiler would choose, which avoids spills and copies of registers.
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
void CudaDevice::steer_loop(const SteerArguments<D>& arguments, SumKind kind) {
  using Kernel = void (*)(const SteerArguments<D>);
  static constexpr KernelTable<Kernel> kKernels(
      [](auto sums, auto images) { return &steer_kernel<D, sums(), images()>; });
  constexpr int kChecked = static_cast<int>(Images::kChecked);
  const Kernel kernel = arguments.grid.images != Images::kChecked ? kKernels.at(kind, arguments.grid.images)
                        : kind.walls ? &steer_kernel<D, SumKind::any(true).index(), kChecked>
                                     : &steer_kernel<D, SumKind::any(false).index(), kChecked>;
  launch("update", kernel, arguments.flock.boids - arguments.first, kSteerThreads, arguments);
}

template void CudaDevice::steer_loop<2>(const SteerArguments<2>&, SumKind);
template void CudaDevice::steer_loop<3>(const SteerArguments<3>&, SumKind);

}  // namespace murmur
