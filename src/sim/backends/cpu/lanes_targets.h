// Highway's instruction sets and settings for lanes, which must be equal in every file that includes Highway. Include
// before any other header of Highway.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#define HWY_COMPILE_ALL_ATTAINABLE

#include "hwy/targets.h"  // IWYU pragma: export

#if (HWY_TARGETS & HWY_AVX3) != 0
#define MURMUR_WITH_AVX3(...) __VA_ARGS__
#else
#define MURMUR_WITH_AVX3(...)
#endif
#if (HWY_TARGETS & HWY_AVX2) != 0
#define MURMUR_WITH_AVX2(...) __VA_ARGS__
#else
#define MURMUR_WITH_AVX2(...)
#endif
#if (HWY_TARGETS & HWY_NEON) != 0
#define MURMUR_WITH_NEON(...) __VA_ARGS__
#else
#define MURMUR_WITH_NEON(...)
#endif
#if (HWY_TARGETS & HWY_WASM) != 0
#define MURMUR_WITH_WASM(...) __VA_ARGS__
#else
#define MURMUR_WITH_WASM(...)
#endif

// Returns IN_2D or IN_3D from the namespace of an instruction set, in a function with a Simd `simd` and a dimension
// D, where the build supports the set.
#define MURMUR_RETURN_LANES(IN_2D, IN_3D)                                       \
  MURMUR_WITH_AVX3(MURMUR_RETURN_LANES_OF(N_AVX3, Simd::kAvx512, IN_2D, IN_3D)) \
  MURMUR_WITH_AVX2(MURMUR_RETURN_LANES_OF(N_AVX2, Simd::kAvx2, IN_2D, IN_3D))   \
  MURMUR_WITH_NEON(MURMUR_RETURN_LANES_OF(N_NEON, Simd::kNeon, IN_2D, IN_3D))   \
  MURMUR_WITH_WASM(MURMUR_RETURN_LANES_OF(N_WASM, Simd::kSimd128, IN_2D, IN_3D))
#define MURMUR_RETURN_LANES_OF(SPACE, SIMD, IN_2D, IN_3D) \
  if (simd == (SIMD)) {                                   \
    if constexpr (D == 2) return SPACE::IN_2D;            \
    if constexpr (D == 3) return SPACE::IN_3D;            \
  }
