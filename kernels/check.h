// Every CUDA call goes through here: what was wanted, what CUDA says, as one sentence. Texts are in
// check.cpp, because libfmt's compile-time checks are beyond nvcc.
#pragma once

#include <cuda_runtime_api.h>

namespace murmur {

/// @throws RunError naming `what` when the call failed.
void check(cudaError_t result, const char* what);

/// For destructors: a failure there has no one to tell. It must not stay behind as the last error either,
/// where the next launch would find it; an error that matters comes back by itself.
inline void ignore(cudaError_t result) noexcept {
  if (result != cudaSuccess) (void)cudaGetLastError();
}

}  // namespace murmur
