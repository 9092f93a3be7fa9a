// What a warp's load costs: clocks of a multiprocessor for a load of the first 4, 8 or 16 bytes of records of 16 bytes, from
// shared and from global memory (there from the L1 cache), by how many lanes read the same record. A block of 32 warps loads on
// each multiprocessor, so that loads are limited by what returns, not by how long one takes.
//
// What it is to decide: the L1 cache and shared memory return 128 bytes a clock, and on compute capability 7 pairs of lanes that
// read one address count once (NVIDIA's staff in forums.developer.nvidia.com/t/77228). Is it so on this GPU, and for both?
//
// ./dev gpu micro runs it. A line:
//   shared, 16 bytes, one address: 4.02 clocks
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

constexpr int kThreads = 1024, kWarp = 32, kWarps = kThreads / kWarp;
constexpr uint32_t kRecords = 4096;  // 64 KB
constexpr uint32_t kLoop = 2048;     // of them, from which loads begin
constexpr int kUnrolled = 16, kRounds = 200;

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "load_clocks: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

/// In assembly: the compiler would leave out or join loads whose values it knows.
template <int kBytes, bool kShared>
__device__ uint32_t load(uint32_t shared, const char* global) {
  uint32_t a = 0, b = 0, c = 0, d = 0;
  if constexpr (kShared) {
    if constexpr (kBytes == 16)
      asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                   : "r"(shared));
    else if constexpr (kBytes == 8)
      asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(shared));
    else
      asm volatile("ld.shared.u32 %0, [%1];" : "=r"(a) : "r"(shared));
  } else {
    if constexpr (kBytes == 16)
      asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                   : "l"(global));
    else if constexpr (kBytes == 8)
      asm volatile("ld.global.nc.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "l"(global));
    else
      asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(a) : "l"(global));
  }
  return a ^ b ^ c ^ d;
}

/// `first`: the record with which each thread of a block begins.
template <int kBytes, bool kShared>
__global__ void __launch_bounds__(kThreads)
    load_kernel(const uint4* records, const uint32_t* first, uint32_t* sums, long long* clocks) {
  extern __shared__ uint4 copied[];
  for (uint32_t i = threadIdx.x; i < kRecords; i += kThreads) copied[i] = records[i];
  const auto shared = static_cast<uint32_t>(__cvta_generic_to_shared(copied));
  const auto* const global = reinterpret_cast<const char*>(records);
  uint32_t at = first[threadIdx.x], sum = 0;
  __syncthreads();
  const long long begin = clock64();
  for (int round = 0; round < kRounds; ++round) {
    const uint32_t from_shared = shared + at * sizeof(uint4);
    const char* const from_global = global + size_t{at} * sizeof(uint4);
#pragma unroll
    for (int k = 0; k < kUnrolled;
         ++k)  // offsets that an instruction holds: a load, and what adds its words up
      sum += load<kBytes, kShared>(from_shared + k * sizeof(uint4), from_global + k * sizeof(uint4));
    at = (at + 4 * kUnrolled) % kLoop;
  }
  __syncthreads();
  const long long end = clock64();
  sums[blockIdx.x * kThreads + threadIdx.x] = sum;
  if (threadIdx.x == 0) clocks[blockIdx.x] = end - begin;
}

struct Pattern {
  const char* name;
  uint32_t (*record)(uint32_t lane, uint32_t random);
};
constexpr Pattern kPatterns[] = {
    {"one address", [](uint32_t, uint32_t) { return 0u; }},
    {"2 addresses, 16 lanes each", [](uint32_t lane, uint32_t) { return lane / 16 * 37; }},
    {"4 addresses, 8 lanes each", [](uint32_t lane, uint32_t) { return lane / 8 * 37; }},
    {"pairs of lanes", [](uint32_t lane, uint32_t) { return lane / 2; }},
    {"in order", [](uint32_t lane, uint32_t) { return lane; }},
    {"at random", [](uint32_t, uint32_t random) { return random; }},
};

struct Memory {
  uint4* records = nullptr;
  uint32_t *first = nullptr, *sums = nullptr;
  long long* clocks = nullptr;
  int blocks = 0;
};

template <int kBytes, bool kShared>
void measure(const Memory& memory) {
  const auto kernel = load_kernel<kBytes, kShared>;
  constexpr int kSharedBytes = kRecords * sizeof(uint4);
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes));
  for (const Pattern& pattern : kPatterns) {
    std::mt19937 random(1);
    std::vector<uint32_t> first(kThreads);
    for (uint32_t thread = 0; thread < kThreads; ++thread) {
      const auto any = static_cast<uint32_t>(random() % kLoop);
      first[thread] = (pattern.record(thread % kWarp, any) + thread / kWarp * 4 * kUnrolled) % kLoop;
    }
    check(cudaMemcpy(memory.first, first.data(), kThreads * sizeof(uint32_t), cudaMemcpyHostToDevice));
    for (int run = 0; run < 3; ++run)  // the last one counts
      kernel<<<memory.blocks, kThreads, kSharedBytes>>>(memory.records, memory.first, memory.sums,
                                                        memory.clocks);
    check(cudaGetLastError());
    std::vector<long long> clocks(static_cast<size_t>(memory.blocks));
    check(
        cudaMemcpy(clocks.data(), memory.clocks, clocks.size() * sizeof(long long), cudaMemcpyDeviceToHost));
    double sum = 0.0;
    for (const long long one : clocks) sum += static_cast<double>(one);
    std::printf("%s, %d bytes, %s: %.2f clocks\n", kShared ? "shared" : "global", kBytes, pattern.name,
                sum / (static_cast<double>(memory.blocks) * kRounds * kUnrolled * kWarps));
  }
}

}  // namespace

int main() {
  Memory memory;
  check(cudaDeviceGetAttribute(&memory.blocks, cudaDevAttrMultiProcessorCount, 0));
  check(cudaMalloc(&memory.records, kRecords * sizeof(uint4)));
  check(cudaMemset(memory.records, 7, kRecords * sizeof(uint4)));
  check(cudaMalloc(&memory.first, kThreads * sizeof(uint32_t)));
  check(cudaMalloc(&memory.sums, static_cast<size_t>(memory.blocks) * kThreads * sizeof(uint32_t)));
  check(cudaMalloc(&memory.clocks, static_cast<size_t>(memory.blocks) * sizeof(long long)));
  measure<16, true>(memory);
  measure<8, true>(memory);
  measure<4, true>(memory);
  measure<16, false>(memory);
  measure<8, false>(memory);
  measure<4, false>(memory);
}
