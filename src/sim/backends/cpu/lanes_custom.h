// Custom rules with one boid per lane.
#pragma once

#include "sim/backends/cpu/row_update.h"

namespace murmur {

/// Lane version of scalar_custom_rows(). Null for octants, and where the machine or the build lacks the instruction set.
template <int D>
RowUpdateFunction<D> lane_custom_rows(Simd simd, SumKind kind, Images images);

}  // namespace murmur
