// Custom rules for one boid at a time: for --simd scalar, and for boids that lanes cannot handle (scalar_step.h).
#pragma once

#include "sim/backends/cpu/scalar_step.h"

namespace murmur {

/// Computes what custom rules add to boids, into RowUpdateArguments::custom_rows, before the update of these boids.
template <int D>
struct ScalarRules {
  static RowUpdateFunction<D> rows(SumKind kind, Images images);  ///< `kind`: a result of kind_with(images)
  static AllPairsFunction<D> all_pairs(SumKind kind);
  /// Stores only the sums of a block of lanes in which ids decide which neighbours are the nearest.
  static void block_sums(const RowUpdateArguments<D>& u, Images images, const Block& block);
};

}  // namespace murmur
