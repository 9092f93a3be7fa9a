// The flock of a rank whose boids stay in the memory of a device. device_slab.h computes; this class exchanges data
// between ranks: boids that leave the slab, and the halo, through host memory that the device copies from and to
// during its work. Made by calls.cpp.
#pragma once

#include <memory>

#include "sim/backends/device_slab.h"
#include "sim/ranks/rank_flock.h"

namespace murmur {

/// Makes the flock of a rank on a device. `ranks` must outlive it. All ranks must have a slab on a device.
std::unique_ptr<RankFlock> make_device_rank_flock(Ranks& ranks, const BackendOptions& options,
                                                  std::unique_ptr<DeviceSlab<2>> slab);
std::unique_ptr<RankFlock> make_device_rank_flock(Ranks& ranks, const BackendOptions& options,
                                                  std::unique_ptr<DeviceSlab<3>> slab);

}  // namespace murmur
