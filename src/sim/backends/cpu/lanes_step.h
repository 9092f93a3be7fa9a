// The row update and the cells of boids with one boid per lane, for AVX2 and AVX-512, chosen at run time.
#pragma once

#include "sim/backends/cpu/row_update.h"

namespace murmur {

/// Function that finds the cells of boids in lanes. Null where the machine or the build lacks the instruction set.
template <int D>
CellsFunction<D> lane_cells(Simd simd);
/// Row update of lanes for a kind from kind_with(images). Null for octants, and where the machine or the build lacks
/// the instruction set.
template <int D>
RowUpdateFunction<D> lane_row_update(Simd simd, SumKind kind, Images images);

}  // namespace murmur
