// Function qualifiers for code that runs on the host and on a CUDA device.
// The only header that tests __CUDACC__ and __CUDACC_RTC__.
#pragma once

#ifdef __CUDACC__
#define MURMUR_HD __host__ __device__
// One copy for all calls, where a call costs less than its text; in a kernel it would keep registers in memory.
#define MURMUR_OUTLINE MURMUR_HD inline __attribute__((always_inline))
#else
#define MURMUR_HD
#define MURMUR_OUTLINE __attribute__((noinline))
#endif

// Where NVRTC knows the programs of custom rules (model/device/known_rules.h), so that what they choose from folds away.
#ifdef __CUDACC_RTC__
#define MURMUR_UNROLL _Pragma("unroll")
#else
#define MURMUR_UNROLL
#endif

namespace murmur {
/// The threads of a warp step together: a branch that one of them takes costs all of them.
#ifdef __CUDACC__
constexpr bool kInWarps = true;
#else
constexpr bool kInWarps = false;
#endif
}  // namespace murmur

// Lane code must be inlined into the function of its instruction set even at -O0; HWY_INLINE does not do
// that.
#define MURMUR_INLINE MURMUR_HD inline __attribute__((always_inline))
