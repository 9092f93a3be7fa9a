// The rules for scalars, used by the reference, the scalar CPU path and CUDA kernels.
#pragma once

#include "base/math.h"
#include "model/cell_grid.h"
#include "model/columns.h"
#include "model/parameters.h"
#include "model/sum_kind.h"

namespace murmur {

// Each file uses the ones before it.
// clang-format off
#include "model/walls/facets.inl"
#include "model/pair.inl"
#include "model/neighbour_sum.inl"
#include "model/steering.inl"
#include "model/visit.inl"
#include "model/nearest.inl"
#include "model/octants.inl"
#include "model/displacement.inl"
// clang-format on

}  // namespace murmur
