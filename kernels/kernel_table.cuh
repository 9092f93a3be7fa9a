// Launches kernels, and tables of the instances of an update kernel. Include only from .cu files.
#pragma once

#include <array>
#include <cassert>
#include <utility>

#include "kernels/check.h"
#include "kernels/cuda_device.h"

namespace murmur {

/// Launches one thread for each of n, rounded up to whole blocks.
template <class... Parameters, class... Arguments>
void CudaDevice::launch(const char* name, void (*kernel)(Parameters...), int64_t n, int threads,
                        const Arguments&... arguments) {
  if (n <= 0) return;
  use();
  kernel<<<static_cast<unsigned>((n + threads - 1) / threads), threads, 0, stream_>>>(arguments...);
  check_memory(cudaGetLastError(), name);
}

/// One instance of a kernel for each kind of sums, and images kNone and kUnique. Kinds are passed as numbers, because
/// nvcc's host stubs do not support template arguments of class type.
template <class Kernel>
class KernelTable {
 public:
  /// Fills the table: of(kind, images), with two std::integral_constant<int>, returns the instance, or null.
  template <class Of>
  constexpr explicit KernelTable(const Of& of) : KernelTable(of, std::make_integer_sequence<int, kSize>()) {}

  Kernel at(SumKind kind, Images images) const {
    assert(images != Images::kChecked);
    return kernels_[static_cast<size_t>(2 * kind.index() + static_cast<int>(images))];
  }

 private:
  static constexpr int kSize = 2 * SumKind::kCount;
  static_assert(static_cast<int>(Images::kNone) == 0 && static_cast<int>(Images::kUnique) == 1);

  template <class Of, int... I>
  constexpr KernelTable(const Of& of, std::integer_sequence<int, I...>)
      : kernels_{{of(std::integral_constant<int, I / 2>(), std::integral_constant<int, I % 2>())...}} {}

  std::array<Kernel, kSize> kernels_;
};

}  // namespace murmur
