// A rank's flock on processors: the cpu backend's stages on a slab, with the halo (rank_executor.h). Made by calls.cpp.
#pragma once

#include <memory>

#include "sim/ranks/rank_flock.h"

namespace murmur {

/// `ranks` must outlive it.
std::unique_ptr<RankFlock> make_cpu_rank_flock(Ranks& ranks, int dimensions, const BackendOptions& options);

}  // namespace murmur
