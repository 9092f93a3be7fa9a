// Every CUDA call goes through here: what was wanted, what CUDA says, as one sentence. Texts are in
// check.cpp, because libfmt's compile-time checks are beyond nvcc.
#pragma once

#include <cuda_runtime_api.h>

namespace murmur {

/// @throws RunError naming `what` when the call failed.
void check(cudaError_t result, const char* what);

/// For destructors: a failure there has no one to tell, and the next checked call reports what matters.
inline void ignore(cudaError_t) noexcept {}

}  // namespace murmur
