// The update kernel `flat` (model/device/steer_runs.h) on CUDA: the runs and lists of a block's threads in shared memory.
#include "kernels/atomic.cuh"
#include "kernels/kernel_table.cuh"
#include "model/device/steer_runs.h"

namespace murmur {

constexpr int kRunThreads = 128;  // threads of a block

template <int kRuns, int kListOf>
class SharedStore {
 public:
  static constexpr int kThreads = kRunThreads, kStep = 4, kList = kListOf;
  struct Memory {
    uint32_t list[kListOf > 0 ? kListOf : 1][kThreads];
    uint2 runs[kRuns + 1][kThreads];
  };
  __device__ explicit SharedStore(Memory& memory)
      : memory_(memory),
        first_(static_cast<uint32_t>(__cvta_generic_to_shared(&memory.list[0][threadIdx.x]))),
        end_(first_) {}

  __device__ void set_run(uint32_t n, const Run& run) {
    memory_.runs[n][threadIdx.x] = make_uint2(run.begin, run.end);
  }
  __device__ Run run(uint32_t n) const {
    const uint2 run = memory_.runs[n][threadIdx.x];
    return {run.x, run.y};
  }
  // Written in assembly, because nvcc keeps two copies of a pointer into the list. Has no memory clobber, so that
  // loads of candidates can move ahead of it: no other code accesses the list.
  __device__ void put_if(bool near, uint32_t place) {
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(end_), "r"(place));
    if (near) end_ += kStride;
  }
  __device__ bool is_full() const { return end_ > first_ + (kList - kStep) * kStride; }
  template <class F>
  __device__ void for_each(const F& f) {
#pragma unroll 1
    for (uint32_t at = first_; at != end_; at += kStride) {
      uint32_t place;
      asm volatile("ld.shared.u32 %0, [%1];" : "=r"(place) : "r"(at));
      f(place);
    }
    end_ = first_;
  }
  __device__ bool any(bool condition) const { return __any_sync(~0u, condition) != 0; }

 private:
  static constexpr uint32_t kStride = kThreads * sizeof(uint32_t);
  Memory& memory_;
  uint32_t first_, end_;  // shared-memory addresses of this thread's list
};

/// Number of list words per thread: 16, or fewer if a block's 48 KB have no room for more beside its runs.
constexpr int words_that_fit(int runs) {
  constexpr int kWanted = 16;
  const size_t left = 44 * 1024 - (static_cast<size_t>(runs) + 1) * kRunThreads * sizeof(uint2);
  const auto most = static_cast<int>(left / (kRunThreads * sizeof(uint32_t)));
  return kWanted < most ? kWanted : most;
}

/// Chooses the list's size: none if lists are not used, because shared memory limits the number of blocks on a multiprocessor.
template <int D, SumKind K, Images I>
using StoreOf = SharedStore<kMostRuns<D, I>, lists_close(K) ? words_that_fit(kMostRuns<D, I>) : 0>;

template <int D, int kKind, int kImages>
__global__ void __launch_bounds__(kRunThreads)
    steer_runs_kernel(const __grid_constant__ RunArguments<D> arguments) {
  constexpr SumKind kSums = SumKind::of(kKind);
  constexpr Images kWhich = static_cast<Images>(kImages);
  using Store = StoreOf<D, kSums, kWhich>;
  __shared__ typename Store::Memory memory;
  Store store(memory);
  steer_by_runs<D, kSums, kWhich, CudaDevice::Atomic>(
      arguments, static_cast<uint32_t>(arguments.steer.first) + blockIdx.x * Store::kThreads + threadIdx.x,
      store);
}

template <int D>
void CudaDevice::steer_flat(const SteerArguments<D>& arguments, SumKind kind) {
  static constexpr KernelTable<void (*)(const RunArguments<D>)> kKernels(
      [](auto sums, auto images) { return &steer_runs_kernel<D, sums(), images()>; });
  const RunArguments<D> with_bounds{arguments, make_run_bounds(arguments.parameters.world, arguments.grid,
                                                               arguments.parameters.rules.radius_squared)};
  launch("update", kKernels.at(kind, arguments.grid.images), arguments.flock.boids - arguments.first,
         kRunThreads, with_bounds);
}

template void CudaDevice::steer_flat<2>(const SteerArguments<2>&, SumKind);
template void CudaDevice::steer_flat<3>(const SteerArguments<3>&, SumKind);

}  // namespace murmur
