// Prefix sums of the boids per cell, in one kernel: the time of a small flock's step is mostly launches, and CUB's
// scan needs two, after a third that clears the counts. A tile of counts publishes its own sum, and later the sum of
// all tiles up to it (D. Merrill, M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, NVIDIA
// NVR-2016-002 (2016)). Values of one launch are recognised as old in the next, so nothing is cleared in between.
#include "kernels/atomic.cuh"
#include "kernels/kernel_table.cuh"

namespace murmur {
namespace {

constexpr int kThreads = 256, kLanes = 32, kWarps = kThreads / kLanes;
constexpr int kEach = 16;  // counts per thread
constexpr int64_t kTile = int64_t{kThreads} * kEach;
constexpr unsigned kAllLanes = 0xffffffffu;
constexpr int kMostLooks = 1 << 24;  // most reads of a tile's word: seconds; usual are microseconds

using Word = CudaDevice::Atomic::Ref<uint64_t>;

/// Word that a tile publishes: the round (30 bits), which tiles its sum covers, and the sum.
enum Covers : uint64_t { kNothing, kTheTile, kAllUpToIt };
constexpr int kRoundBit = 34, kCoversBit = 32;
__device__ uint64_t told(uint64_t round, Covers covers, uint32_t sum) {
  return round << kRoundBit | uint64_t{covers} << kCoversBit | sum;
}
__device__ Covers covers_of(uint64_t told) { return static_cast<Covers>(told >> kCoversBit & 3); }

__device__ void tell(uint64_t* tile, uint64_t told) { Word(*tile).store(told, cuda::memory_order_relaxed); }

/// The sum of all tiles before this one, computed by one warp: it reads 32 words at a time, backwards, until one
/// covers all tiles up to it. Tiles with earlier tickets have begun, so each publishes eventually. If one does not,
/// the fault is flagged, and no thread waits forever.
__device__ uint32_t sum_before(uint64_t* tiles, int64_t tile, uint64_t round, int lane, uint32_t* gave_up) {
  uint32_t sum = 0;
  for (int64_t last = tile - 1;; last -= kLanes) {
    uint64_t heard = told(round, kAllUpToIt, 0);  // the word before the first tile
    int looks = 0;
    do {
      if (last >= lane) heard = Word(tiles[last - lane]).load(cuda::memory_order_relaxed);
      if (++looks == kMostLooks) {
        *gave_up = 1;
        return 0;
      }
    } while (__any_sync(kAllLanes, heard >> kRoundBit != round || covers_of(heard) == kNothing));
    const unsigned whole = __ballot_sync(kAllLanes, covers_of(heard) == kAllUpToIt);
    const int nearest = whole != 0 ? __ffs(static_cast<int>(whole)) - 1 : kLanes - 1;
    auto part = lane <= nearest ? static_cast<uint32_t>(heard) : 0u;
    for (int offset = kLanes / 2; offset > 0; offset /= 2) part += __shfl_xor_sync(kAllLanes, part, offset);
    sum += part;
    if (whole != 0) return sum;
  }
}

/// `tickets`: first the number of blocks that ever began, then the last word of each tile.
__global__ void __launch_bounds__(kThreads)
    sum_cells_kernel(uint32_t* counts, uint32_t* starts, int64_t n, uint64_t* tickets, uint32_t* gave_up) {
  __shared__ uint64_t ticket;
  __shared__ uint32_t sums[kWarps], before_tile;
  if (threadIdx.x == 0) ticket = CudaDevice::Atomic::add(tickets, uint64_t{1});
  __syncthreads();
  const uint64_t round = (ticket / gridDim.x) & ((uint64_t{1} << (64 - kRoundBit)) - 1);
  const auto tile = static_cast<int64_t>(ticket % gridDim.x);
  const int lane = static_cast<int>(threadIdx.x) % kLanes, warp = static_cast<int>(threadIdx.x) / kLanes;
  const int64_t first = tile * kTile + warp * (kLanes * kEach) + lane;
  uint32_t before[kEach], sum = 0;  // sums of this warp's threads
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int64_t i = first + k * kLanes;
    const uint32_t count = i < n ? counts[i] : 0;
    if (count != 0) counts[i] = 0;
    uint32_t up_to = count;
    for (int offset = 1; offset < kLanes; offset *= 2) {
      const uint32_t other = __shfl_up_sync(kAllLanes, up_to, offset);
      if (lane >= offset) up_to += other;
    }
    before[k] = sum + up_to - count;
    sum += __shfl_sync(kAllLanes, up_to, kLanes - 1);
  }
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  uint32_t before_warp = 0, of_tile = 0;
  for (int k = 0; k < kWarps; ++k) {
    if (k == warp) before_warp = of_tile;
    of_tile += sums[k];
  }
  if (warp == 0) {
    uint64_t* const tiles = tickets + 1;
    if (lane == 0) tell(tiles + tile, told(round, tile == 0 ? kAllUpToIt : kTheTile, of_tile));
    const uint32_t before_this = sum_before(tiles, tile, round, lane, gave_up);
    if (lane == 0) {
      if (tile > 0) tell(tiles + tile, told(round, kAllUpToIt, before_this + of_tile));
      before_tile = before_this;
    }
  }
  __syncthreads();
#pragma unroll
  for (int k = 0; k < kEach; ++k) {
    const int64_t i = first + k * kLanes;
    if (i < n) starts[i] = before_tile + before_warp + before[k];
  }
}

}  // namespace

/// Queries the kernel that every step needs; all kernels have the same architectures.
cudaError_t kernels_fit(bool* compiled) {
  cudaFuncAttributes attributes;
  const cudaError_t result = cudaFuncGetAttributes(&attributes, sum_cells_kernel);
  *compiled = result == cudaSuccess && attributes.binaryVersion > attributes.ptxVersion;
  return result;
}

void CudaDevice::sums_before(uint32_t* counts, uint32_t* starts, int64_t n) {
  const int64_t tiles = (n + kTile - 1) / kTile;
  uint64_t* const tickets = tickets_for(tiles);
  launch("summing up the cells", &sum_cells_kernel, tiles * kThreads, kThreads, counts, starts, n, tickets,
         fault_flag_on_device_ + kSumsGaveUp);
}

}  // namespace murmur
