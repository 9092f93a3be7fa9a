// Rules of one's own with one boid per lane.
#pragma once

#include "sim/backends/cpu/row_update.h"

namespace murmur {

/// As scalar_own_rows(). Null where the machine or the build lacks the instruction set.
template <int D>
RowUpdateFunction<D> lane_own_rows(Simd simd, bool species, Images images);

}  // namespace murmur
