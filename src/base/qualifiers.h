// Function qualifiers for code that runs on the host and on a CUDA device.
// The only header that looks at __CUDACC__: everything else is plain C++.
#pragma once

#ifdef __CUDACC__
#define MURMUR_HD __host__ __device__
#else
#define MURMUR_HD
#endif

// Lane code must be inlined into its instruction set's function even at -O0 (HWY_INLINE is not).
#define MURMUR_INLINE MURMUR_HD inline __attribute__((always_inline))
