// Custom rules of boids one at a time: --simd scalar, and what lanes leave (scalar_step.h).
#pragma once

#include "sim/backends/cpu/scalar_step.h"

namespace murmur {

/// What custom rules add to boids, into RowUpdateArguments::custom_rows, before their update.
template <int D>
struct ScalarRules {
  static RowUpdateFunction<D> rows(SumKind kind, Images images);  ///< `kind`: of kind_with(images)
  static AllPairsFunction<D> all_pairs(SumKind kind);
  /// Stores the sums alone of the boids of a block of lanes for which ids decide.
  static void block_sums(const RowUpdateArguments<D>& u, Images images, const Block& block);
};

}  // namespace murmur
