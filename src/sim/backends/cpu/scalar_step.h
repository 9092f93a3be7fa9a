// The row update and the cells of boids one boid at a time: --simd scalar, and machines without AVX2.
#pragma once

#include "sim/backends/cpu/row_update.h"

namespace murmur {

template <int D>
CellsFunction<D> scalar_cells();
template <int D>
RowUpdateFunction<D> scalar_row_update(SumKind kind, Images images);

/// Steps the boids of a block one at a time, for rules.nearest where ids decide (model/nearest.inl); rare sums only.
template <int D>
void scalar_nearest(const RowUpdateArguments<D>& u, SumKind kind, Images images, const Block& block);

/// Steps boids begin .. end - 1 by sorted index, testing all `boids` of the flock: for boids so far outside a wrapped world that
/// they see all images of all cells (sees_all_images).
template <int D>
using AllPairsFunction = void (*)(const RowUpdateArguments<D>& u, int64_t boids, int64_t begin, int64_t end);
template <int D>
AllPairsFunction<D> scalar_all_pairs(SumKind kind);

/// The same two for rules.nearest = "octants" (model/octants.inl), on every instruction set.
template <int D>
RowUpdateFunction<D> octant_row_update(Images images);
template <int D>
AllPairsFunction<D> octants_all_pairs();

}  // namespace murmur
