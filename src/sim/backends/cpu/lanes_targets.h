// The instruction sets that Highway compiles lanes for: its settings, which must be the same in every file
// that includes it. Include before any other header of Highway.
#pragma once

#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
#define HWY_COMPILE_ALL_ATTAINABLE

#include "hwy/targets.h"  // IWYU pragma: export
