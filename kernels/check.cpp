#include "kernels/check.h"

#include <fmt/format.h>

#include "sim/util/errors.h"

namespace murmur {

void check(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  (void)cudaGetLastError();  // reported here, so that the next launch does not report it again
  throw RunError(fmt::format(
      "the GPU failed at '{}': {} ({}); try --backend cpu, and compute-sanitizer to find the cause", what,
      cudaGetErrorString(result), cudaGetErrorName(result)));
}

}  // namespace murmur
