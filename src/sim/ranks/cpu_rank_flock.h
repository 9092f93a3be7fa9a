// The flock of a rank that steps on processors: the cpu backend's stages on a slab with a halo (rank_executor.h).
// Made by calls.cpp.
#pragma once

#include <memory>

#include "sim/ranks/rank_flock.h"

namespace murmur {

/// Makes the flock of a rank on processors. `ranks` must outlive it.
std::unique_ptr<RankFlock> make_cpu_rank_flock(Ranks& ranks, int dimensions, const BackendOptions& options);

}  // namespace murmur
