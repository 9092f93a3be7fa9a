// The row update and the cells of boids one boid at a time: --simd scalar, and what lanes leave, which is octants, equal distances at
// the limit of the nearest, and worlds in which all pairs are tested.
#pragma once

#include "sim/backends/cpu/row_update.h"

namespace murmur {

/// Steps boids begin .. end - 1 by sorted index, testing all `boids` of the flock: for boids so far outside a wrapped world that
/// they see all images of all cells (sees_all_images).
template <int D>
using AllPairsFunction = void (*)(const RowUpdateArguments<D>& u, int64_t boids, int64_t begin, int64_t end);

template <int D>
struct ScalarStep {
  static CellsFunction<D> cells();
  static RowUpdateFunction<D> rows(SumKind kind, Images images);  ///< `kind`: of kind_with(images)
  static AllPairsFunction<D> all_pairs(SumKind kind);
  /// Steps the boids of a block of lanes for which ids decide which neighbours are the nearest (model/nearest.inl).
  static void block(const RowUpdateArguments<D>& u, Images images, const Block& block);
  /// The sums of the boid at a sorted place, which tests all others.
  static NeighbourSum<float, D> sum(const FlockArrays<D>& flock, const Parameters<float, D>& q,
                                    const CellGrid<float, D>& grid, int64_t place);
};

}  // namespace murmur
