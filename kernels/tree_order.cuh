// Assigns the boids of a block to its threads: the leaves of a k-d tree of the block's boids, so that 8 consecutive
// threads have boids in a small box. Without it, boids of one cell are in the order of their ids, all over the cell.
// No result depends on which thread computes it, and no boid moves in memory.
#pragma once

#include <cstdint>

#include "model/device/stages.h"

namespace murmur {

template <int kThreads>
class TreeOrder {
 public:
  struct Memory {
    uint4 keys[kThreads / 4];
    uint32_t places[kThreads];
  };

  /// @returns the offset of this thread's boid from `first`, the block's first sorted index. Must be called by all
  /// threads of the block.
  __device__ static uint32_t place(const SteerArguments<3>& a, int64_t first, Memory& memory) {
    const uint32_t thread = threadIdx.x;
    if (first + kThreads > a.flock.boids) return thread;
    const Body<float, 3>* const bodies = a.flock.sorted_bodies + first;
    for (int k = 0; k < 3; ++k) {
      const int32_t low = a.grid.coordinate(k, bodies[0].p[k]);
      const int32_t high = a.grid.coordinate(k, bodies[kThreads - 1].p[k]);
      if (high - low >= (k == 0 ? kMostColumns : 1)) return thread;
    }
    uint32_t place = thread;
#pragma unroll
    for (int level = 0; level < 4; ++level) {  // each level halves the parts of the block along one axis
      constexpr int kAxes[4] = {0, 1, 2, 0};
      const uint32_t size = kThreads >> level, part = thread & ~(size - 1);
      const uint32_t key = (in_order(bodies[place].p[kAxes[level]]) & ~kThreadBits) | thread;
      reinterpret_cast<uint32_t*>(memory.keys)[thread] = key;
      __syncthreads();
      uint32_t rank = part;
#pragma unroll 4
      for (uint32_t k = part / 4; k < (part + size) / 4; ++k) {
        const uint4 other = memory.keys[k];
        rank += (other.x < key) + (other.y < key) + (other.z < key) + (other.w < key);
      }
      memory.places[rank] = place;
      __syncthreads();
      place = memory.places[thread];
    }
    __syncthreads();  // `memory` may be reused now
    return place;
  }

 private:
  /// Most columns of a block that is reordered. A column is R / 4 wide; for longer blocks, in flocks with fewer than
  /// about 250 neighbours, the order costs more instructions than it saves.
  static constexpr int kMostColumns = 8;
  static constexpr uint32_t kThreadBits = kThreads - 1;  // make keys of equal coordinates different
  static_assert((kThreads & (kThreads - 1)) == 0);

  /// Converts a float to an integer of the same order, including negative numbers.
  __device__ static uint32_t in_order(float x) {
    const uint32_t bits = __float_as_uint(x);
    return bits ^ (bits >> 31 != 0 ? ~0u : 1u << 31);
  }
};

}  // namespace murmur
