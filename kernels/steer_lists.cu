// The update kernel `lists` (model/device/steer_lists.h) on CUDA, one per kind of sums and images. Lists are in
// shared memory; a group of 8 lanes, a quarter of a warp, reads one address at a time.
#include "kernels/atomic.cuh"
#include "kernels/kernel_table.cuh"
#include "kernels/tree_order.cuh"
#include "model/device/steer_lists.h"

namespace murmur {

constexpr int kListThreads = 128;  // threads of a block
/// Blocks on a multiprocessor. Its shared memory, 64 KB on 7.5 and 100 KB on 8.6 to 8.9 and from 12.0 on, has no room
/// for more; elsewhere registers are the limit, and some kernels need more of them.
constexpr int list_blocks([[maybe_unused]] SumKind kind, [[maybe_unused]] Images images) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  return 2;
#elif defined(__CUDA_ARCH__) && ((__CUDA_ARCH__ > 800 && __CUDA_ARCH__ < 900) || __CUDA_ARCH__ >= 1200)
  return 3;
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 800
  return 5;
#else
  return kind.falloff == Falloff::kInverseSquare && kind.field_of_view && images == Images::kUnique ? 5 : 6;
#endif
}

template <Images I>
class ListWarp {
 public:
  static constexpr uint32_t kLanes = 32, kGroups = 4;
  /// A list of bodies in two arrays, so that each half is loaded at once. Groups read their lists in step; padding
  /// keeps them on different banks.
  struct List {
    float4 begins[kListRing], unused;
    float2 ends[kListRing], unused_too[2];
  };
  struct Memory {
    List lists[kGroups];
    ListRun runs[kMostListRuns<I>];
  };

  __device__ explicit ListWarp(Memory& memory) : memory_(memory) {}

  __device__ uint32_t lane() const { return threadIdx.x % kLanes; }
  __device__ uint32_t group() const { return lane() / kGroupLanes; }
  __device__ uint32_t ballot(bool condition) const { return __ballot_sync(~0u, condition); }
  __device__ uint32_t count(uint32_t bits) const { return static_cast<uint32_t>(__popc(bits)); }
  template <class T>
  __device__ T of_lane(T x, uint32_t lane) const {
    return __shfl_sync(~0u, x, static_cast<int>(lane));
  }
  __device__ float of_group(float x, uint32_t group) const { return of_lane(x, group * kGroupLanes); }
  __device__ float low(float x) const {
    for (int by = 1; by < kGroupLanes; by *= 2) x = fminf(x, __shfl_xor_sync(~0u, x, by));
    return x;
  }
  __device__ float high(float x) const {
    for (int by = 1; by < kGroupLanes; by *= 2) x = fmaxf(x, __shfl_xor_sync(~0u, x, by));
    return x;
  }
  __device__ int32_t least(int32_t x) const {
    for (int by = 1; by < static_cast<int>(kLanes); by *= 2) x = min(x, __shfl_xor_sync(~0u, x, by));
    return x;
  }
  __device__ float saturated(float x) const { return __saturatef(x); }

  __device__ void set_run(uint32_t n, const ListRun& run) { memory_.runs[n] = run; }
  __device__ ListRun run(uint32_t n) const { return memory_.runs[n]; }
  // Written in assembly, because nvcc would branch around each of the four stores.
  __device__ void put_if(bool near, uint32_t group, uint32_t place, const Body<float, 3>& body) {
    const List& list = memory_.lists[group];
    const uint32_t at = in_ring(place);
    asm volatile(
        "{.reg .pred near; setp.ne.u32 near, %8, 0; @near st.shared.v4.f32 [%0], {%2, %3, %4, %5}; "
        "@near st.shared.v2.f32 [%1], {%6, %7};}" ::"r"(address_of(&list.begins[at])),
        "r"(address_of(&list.ends[at])), "f"(body.p[0]), "f"(body.p[1]), "f"(body.p[2]), "f"(body.v[0]),
        "f"(body.v[1]), "f"(body.v[2]), "r"(static_cast<uint32_t>(near))
        : "memory");
  }
  template <class F>
  __device__ void each(uint32_t place, uint32_t n, const F& f) const {
    const List& list = memory_.lists[group()];
#pragma unroll 1
    for (uint32_t first = 0; first < n; first += kListStep) {
      const uint32_t at = in_ring(place + first);  // must be followed by a whole step of entries
#pragma unroll
      for (uint32_t c = 0; c < kListStep; ++c) {
        const float4 begin = list.begins[at + c];
        const float2 end = list.ends[at + c];
        f(first + c, Body<float, 3>{{{begin.x, begin.y, begin.z}}, {{begin.w, end.x, end.y}}, {}});
      }
    }
  }
  __device__ void sync() const { __syncwarp(); }

 private:
  static constexpr int kGroupLanes = kLanes / kGroups;
  /// Index within the ring. Hidden from nvcc, which would compute it again for each address.
  __device__ static uint32_t in_ring(uint32_t place) {
    uint32_t at = place % kListRing;
    asm("" : "+r"(at));
    return at;
  }
  __device__ static uint32_t address_of(const void* shared) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(shared));
  }
  Memory& memory_;
};

template <int D, int kKind, int kImages>
__global__ void __launch_bounds__(kListThreads, list_blocks(SumKind::of(kKind), static_cast<Images>(kImages)))
    steer_lists_kernel(const __grid_constant__ SteerArguments<D> arguments) {
  constexpr Images kWhich = static_cast<Images>(kImages);
  using Warp = ListWarp<kWhich>;
  using Order = TreeOrder<kListThreads>;
  __shared__ union {
    typename Order::Memory order;
    typename Warp::Memory warps[kListThreads / Warp::kLanes];
  } memory;
  const uint32_t first = static_cast<uint32_t>(arguments.first) + blockIdx.x * kListThreads;
  const uint32_t k = first + Order::place(arguments, first, memory.order);
  Warp warp(memory.warps[threadIdx.x / Warp::kLanes]);
  steer_by_lists<SumKind::of(kKind), kWhich, CudaDevice::Atomic>(arguments, k, warp);
}

/// Launches the kernel for kinds with sums_pairs().
void CudaDevice::steer_lists(const SteerArguments<3>& arguments, SumKind kind) {
  using Kernel = void (*)(const SteerArguments<3>);
  static constexpr KernelTable<Kernel> kKernels([](auto sums, auto images) -> Kernel {
    if constexpr (sums_pairs(SumKind::of(sums()))) return &steer_lists_kernel<3, sums(), images()>;
    return nullptr;
  });
  launch("update", kKernels.at(kind, arguments.grid.images), arguments.flock.boids - arguments.first,
         kListThreads, arguments);
}

}  // namespace murmur
