// The update kernel `tile` (model/device/steer_tile.h) on CUDA: the memory of each warp of a block, and what its lanes share.
#pragma once

#include <array>
#include <utility>

#include "kernels/atomic.cuh"
#include "kernels/check.h"
#include "model/device/steer_tile.h"

namespace murmur {

constexpr int kTileThreads = 64;

template <int D>
class TileWarp {
 public:
  static constexpr uint32_t kLanes = 32, kWords = 64;
  struct Memory {
    TileCandidate tile[kTileSize];
    uint2 words[kWords][kLanes];  // place of the highest bit, and bits
    Run runs[kTileRuns<D>];
  };
  __device__ explicit TileWarp(Memory& memory)
      : memory_(memory),
        lane_(threadIdx.x % kLanes),
        first_(static_cast<uint32_t>(__cvta_generic_to_shared(&memory.words[0][lane_]))),
        end_(first_) {}

  __device__ uint32_t lane() const { return lane_; }
  __device__ uint32_t lanes_where(bool condition) const { return __ballot_sync(~0u, condition); }
  __device__ bool any(bool condition) const { return __any_sync(~0u, condition) != 0; }
  template <class T>
  __device__ T from(T value, uint32_t lane) const {
    return __shfl_sync(~0u, value, static_cast<int>(lane));
  }
  __device__ void sync() const { __syncwarp(); }
  __device__ static uint32_t first_of(uint32_t lanes) {
    return static_cast<uint32_t>(__ffs(static_cast<int>(lanes))) - 1;
  }
  __device__ static uint32_t last_of(uint32_t lanes) {
    return 31 - static_cast<uint32_t>(__clz(static_cast<int>(lanes)));
  }
  __device__ TileCandidate& candidate(uint32_t c) { return memory_.tile[c]; }
  __device__ Run& run(uint32_t n) { return memory_.runs[n]; }
  __device__ static uint32_t with_sign(uint32_t bits, float t) {
    uint32_t with;
    asm("shf.l.wrap.b32 %0, %1, %2, 1;" : "=r"(with) : "f"(t), "r"(bits));
    return with;
  }

  // Assembly for the same reasons as SharedStore's (steer_runs.cuh).
  __device__ void put_bits(uint32_t place, uint32_t bits) {
    asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(end_), "r"(place), "r"(bits));
    if (bits != 0) end_ += kStride;
  }
  __device__ bool is_full() const { return end_ >= first_ + (kWords - 1) * kStride; }
  template <class F>
  __device__ void for_each(const F& f) {
    uint32_t at = first_, place = 0, bits = 0;
#pragma unroll 1
    for (;;) {
      if (bits == 0) {
        if (at == end_) break;
        asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(place), "=r"(bits) : "r"(at));
        at += kStride;
      }
      uint32_t next;
      asm("bfind.shiftamt.u32 %0, %1;" : "=r"(next) : "r"(bits));
      bits ^= 0x80000000u >> next;
      f(place + next);
    }
    end_ = first_;
  }

 private:
  static constexpr uint32_t kStride = kLanes * sizeof(uint2);
  Memory& memory_;
  const uint32_t lane_;
  const uint32_t first_;
  uint32_t end_;  // of this lane's words: addresses in shared memory
};

template <int D, int kKind, int kImages>
__global__ void __launch_bounds__(kTileThreads)
    steer_tile_kernel(const __grid_constant__ SteerArguments<D> arguments) {
  using Warp = TileWarp<D>;
  __shared__ typename Warp::Memory memory[kTileThreads / Warp::kLanes];
  Warp warp(memory[threadIdx.x / Warp::kLanes]);
  steer_by_tiles<D, SumKind::of(kKind), static_cast<Images>(kImages), CudaDevice::Atomic>(
      arguments, arguments.first + static_cast<int64_t>(blockIdx.x) * kTileThreads + threadIdx.x, warp);
}

template <int D>
using TileKernel = void (*)(const SteerArguments<D>);

template <int D, int... I>
constexpr std::array<TileKernel<D>, sizeof...(I)> tile_kernels(std::integer_sequence<int, I...>) {
  return {{&steer_tile_kernel<D, I / 2, I % 2>...}};
}

template <int D>
void CudaDevice::steer_tile(const SteerArguments<D>& arguments, SumKind kind) {
  static constexpr auto kKernels = tile_kernels<D>(std::make_integer_sequence<int, 2 * SumKind::kCount>());
  static_assert(static_cast<int>(Images::kNone) == 0 && static_cast<int>(Images::kUnique) == 1);
  const TileKernel<D> kernel =
      kKernels[static_cast<size_t>(2 * kind.index() + static_cast<int>(arguments.grid.images))];
  constexpr size_t kBlock =
      kTileThreads / 32 * sizeof(typename TileWarp<D>::Memory) + 1024;  // CUDA takes 1 KB of each
  static_assert(12 / (kTileThreads / 32) * kBlock <= kTileMemory &&
                14 / (kTileThreads / 32) * kBlock > kTileMemory);
  const int64_t boids = arguments.flock.boids - arguments.first;
  kernel<<<blocks_for(boids, kTileThreads), kTileThreads, 0, stream_>>>(arguments);
  check(cudaGetLastError(), "update");
}

}  // namespace murmur
