// The rules for scalars, used by the reference, the scalar CPU path and CUDA kernels.
#pragma once

#include "base/math.h"
#include "model/cells.h"
#include "model/columns.h"
#include "model/parameters.h"
#include "model/sum_kind.h"

namespace murmur {

// The order matters: each file uses earlier ones.
// clang-format off
#include "model/walls/facets.inl"
#include "model/pair.inl"
#include "model/plain_pairs.inl"
#include "model/species_pairs.inl"
#include "model/general_pairs.inl"
#include "model/octant_pairs.inl"
#include "model/kinds.inl"
#include "model/neighbour_sum.inl"
#include "model/steering.inl"
#include "model/visit.inl"
#include "model/nearest.inl"
#include "model/octants.inl"
#include "model/displacement.inl"
// clang-format on

}  // namespace murmur
