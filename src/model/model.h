// The shared rule text for scalars: what the reference, the scalar CPU path and CUDA kernels use.
#pragma once

#include "base/math.h"
#include "model/cell_grid.h"
#include "model/parameters.h"
#include "model/sum_kind.h"

namespace murmur {

// Text, each on top of the one before.
// clang-format off
#include "model/neighbour_sum.inl"
#include "model/steering.inl"
#include "model/visit.inl"
#include "model/displacement.inl"
// clang-format on

}  // namespace murmur
