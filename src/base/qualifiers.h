// Function qualifiers for code that runs on the host and on a CUDA device.
// The only header that tests __CUDACC__ and __CUDACC_RTC__.
#pragma once

#ifdef __CUDACC__
#define MURMUR_HD __host__ __device__
// Marks a function that is compiled once on the host, where a call costs less than a copy; in a kernel a call would
// spill registers, so the function is inlined.
#define MURMUR_OUTLINE MURMUR_HD inline __attribute__((always_inline))
#else
#define MURMUR_HD
#define MURMUR_OUTLINE __attribute__((noinline))
#endif

// Unrolls loops only where NVRTC compiles the programs of custom rules as constants (model/device/known_rules.h), so
// that branches on them disappear.
#ifdef __CUDACC_RTC__
#define MURMUR_UNROLL _Pragma("unroll")
#else
#define MURMUR_UNROLL
#endif

namespace murmur {
/// Whether threads run in warps, where a branch that one thread takes costs time in all threads.
#ifdef __CUDACC__
constexpr bool kInWarps = true;
#else
constexpr bool kInWarps = false;
#endif
}  // namespace murmur

// Lane code must be inlined into the function of its instruction set even at -O0, which HWY_INLINE
// does not enforce.
#define MURMUR_INLINE MURMUR_HD inline __attribute__((always_inline))
