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

}  // namespace murmur
