// Custom rules with one boid per lane.
#pragma once

#include "sim/backends/cpu/row_update.h"

namespace murmur {

/// What scalar_custom_rows() is for. Null for octants, and where the machine or the build lacks the instruction set.
template <int D>
RowUpdateFunction<D> lane_custom_rows(Simd simd, SumKind kind, Images images);

}  // namespace murmur
