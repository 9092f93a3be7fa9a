// The update kernels of model/device/steer_runs.h on CUDA: the runs and lists of a block's threads in shared memory.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include "kernels/atomic.cuh"
#include "kernels/check.h"
#include "model/device/steer_runs.h"

namespace murmur {

template <int kThreadsOf, int kRuns, int kStepOf, int kListOf>
class SharedStore {
 public:
  static constexpr int kThreads = kThreadsOf, kStep = kStepOf, kList = kListOf;
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
  // Assembly, because nvcc keeps a pointer into the list twice: as an address, and for comparisons. Without a clobber
  // of memory, so that loads of candidates move ahead of it: nothing else accesses the list.
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

 protected:
  Memory& memory_;

 private:
  static constexpr uint32_t kStride = kThreads * sizeof(uint32_t);
  uint32_t first_, end_;  // of this thread's list: addresses in shared memory
};

/// Threads of a block. More of them balance better, as far as their runs fit.
template <int D, class Sums>
constexpr int run_threads() {
  return Sums::kExchanges && D == 2 ? 256 : 128;
}

/// As many of the wanted words as a block's 48 KB hold beside its runs.
constexpr int words_that_fit(int threads, int runs, int wanted) {
  const size_t left = 44 * 1024 - (static_cast<size_t>(runs) + 1) * threads * sizeof(uint2);
  const auto most = static_cast<int>(left / (threads * sizeof(uint32_t)));
  return wanted < most ? wanted : most;
}

/// Shared memory is what limits how many blocks a processor holds: no list where none is used.
template <int D, SumKind K, Images I, class Sums, int kList, int kRuns = kMostRuns<D, I>>
using StoreOf = SharedStore<run_threads<D, Sums>(), kRuns, 4,
                            Sums::lists(K) ? words_that_fit(run_threads<D, Sums>(), kRuns, kList) : 0>;

/// Of threads that exchange their boids: a counting sort by the steps of each walk.
template <class Store>
class ExchangingStore : public Store {
 public:
  struct Memory : Store::Memory {
    uint2 counts[32];  // of boids in two ranges of steps each, later of those before them
    uint32_t most, shifted;
  };
  __device__ explicit ExchangingStore(Memory& memory) : Store(memory), shared_(memory) {
    if (threadIdx.x < 32) memory.counts[threadIdx.x] = make_uint2(0, 0);
    if (threadIdx.x == 0) memory.most = memory.shifted = 0;
  }
  __device__ Run run(uint32_t n) const {
    const uint2 run = shared_.runs[n][from_];
    return {run.x, run.y};
  }
  /// By 64 ranges of steps, two for each lane of a warp.
  __device__ int32_t exchange(uint32_t steps, bool& shifted) {
    __syncthreads();
    atomicMax(&shared_.most, steps);
    if (shifted) atomicMax(&shared_.shifted, 1u);
    __syncthreads();
    shifted = shared_.shifted != 0;
    const int longer = 26 - __clz(static_cast<int>(shared_.most));
    uint32_t& count = (&shared_.counts[0].x)[steps >> max(longer, 0)];
    const uint32_t before = atomicAdd(&count, 1u);
    __syncthreads();
    if (threadIdx.x < 32) {
      const uint2 own = shared_.counts[threadIdx.x];
      uint32_t sum = own.x + own.y;
      for (uint32_t distance = 1; distance < 32; distance *= 2) {
        const uint32_t other = __shfl_up_sync(~0u, sum, distance);
        if (threadIdx.x >= distance) sum += other;
      }
      shared_.counts[threadIdx.x] = make_uint2(sum - own.x - own.y, sum - own.y);
    }
    __syncthreads();
    uint32_t* const threads =
        shared_.list[0];  // not yet a list; each thread reads what lies in its own later
    threads[count + before] = threadIdx.x;
    __syncthreads();
    from_ = threads[threadIdx.x];
    return static_cast<int32_t>(from_) - static_cast<int32_t>(threadIdx.x);
  }

 private:
  Memory& shared_;
  uint32_t from_ = 0;  // the thread whose runs and boid these are
};

template <int D, int kKind, int kImages, class Sums, int kList>
__global__ void __launch_bounds__(run_threads<D, Sums>())
    steer_runs_kernel(const __grid_constant__ RunArguments<D> arguments) {
  constexpr SumKind kSums = SumKind::of(kKind);
  constexpr Images kWhich = static_cast<Images>(kImages);
  using OwnStore = StoreOf<D, kSums, kWhich, Sums, kList>;
  using Store = std::conditional_t<Sums::kExchanges, ExchangingStore<OwnStore>, OwnStore>;
  __shared__ typename Store::Memory memory;
  Store store(memory);
  steer_by_runs<D, kSums, kWhich, CudaDevice::Atomic, Sums>(
      arguments, static_cast<uint32_t>(arguments.steer.first) + blockIdx.x * Store::kThreads + threadIdx.x,
      store);
}

template <int D>
using RunsKernel = void (*)(const RunArguments<D>);

template <int D, class Sums, int kList, int... I>
constexpr std::array<RunsKernel<D>, sizeof...(I)> runs_kernels(std::integer_sequence<int, I...>) {
  return {{&steer_runs_kernel<D, I / 2, I % 2, Sums, kList>...}};
}

/// For images that runs.h knows: kNone and kUnique. kList: as a Store has it.
template <int D, class Sums, int kList>
void launch_runs(const SteerArguments<D>& arguments, SumKind kind, cudaStream_t stream) {
  static constexpr auto kKernels =
      runs_kernels<D, Sums, kList>(std::make_integer_sequence<int, 2 * SumKind::kCount>());
  static_assert(static_cast<int>(Images::kNone) == 0 && static_cast<int>(Images::kUnique) == 1);
  const RunsKernel<D> kernel =
      kKernels[static_cast<size_t>(2 * kind.index() + static_cast<int>(arguments.grid.images))];
  const RunArguments<D> with_bounds{arguments, make_run_bounds(arguments.parameters.world, arguments.grid,
                                                               arguments.parameters.rules.radius_squared)};
  const int64_t boids = arguments.flock.boids - arguments.first;
  constexpr int kThreads = run_threads<D, Sums>();
  kernel<<<blocks_for(boids, kThreads), kThreads, 0, stream>>>(with_bounds);
  check(cudaGetLastError(), "update");
}

}  // namespace murmur
