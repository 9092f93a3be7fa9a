// The row update and the cells for one boid at a time: for --simd scalar, and for cases that lanes cannot handle:
// octants, equal distances at the limit of the nearest, and worlds in which all pairs are tested.
#pragma once

#include "sim/backends/cpu/row_update.h"

namespace murmur {

/// Steps boids begin .. end - 1 by sorted index, testing all `boids` of the flock. For boids so far outside a wrapped
/// world that they see all images of all cells (sees_all_images).
template <int D>
using AllPairsFunction = void (*)(const RowUpdateArguments<D>& u, int64_t boids, int64_t begin, int64_t end);

template <int D>
struct ScalarStep {
  static CellsFunction<D> cells();
  static RowUpdateFunction<D> rows(SumKind kind, Images images);  ///< `kind`: a result of kind_with(images)
  static AllPairsFunction<D> all_pairs(SumKind kind);
  /// Steps the boids of a block of lanes in which ids decide which neighbours are the nearest (model/nearest.inl).
  static void block(const RowUpdateArguments<D>& u, Images images, const Block& block);
  /// Sums over the neighbours of the boid at one sorted index, by testing all other boids.
  static NeighbourSum<float, D> sum(const FlockArrays<D>& flock, const Parameters<float, D>& q,
                                    const CellGrid<float, D>& grid, int64_t place);
};

}  // namespace murmur
