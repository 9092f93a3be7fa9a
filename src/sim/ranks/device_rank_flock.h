// A rank's flock whose boids stay in the memory of a device. What it computes is device_slab.h's; here is what travels between ranks:
// boids that leave the slab, and the halo, through host memory that the device copies to and from beside its work. Made by calls.cpp.
#pragma once

#include <memory>

#include "sim/backends/device_slab.h"
#include "sim/ranks/rank_flock.h"

namespace murmur {

/// `ranks` must outlive it. All ranks have a slab on a device.
std::unique_ptr<RankFlock> make_device_rank_flock(Ranks& ranks, const BackendOptions& options,
                                                  std::unique_ptr<DeviceSlab<2>> slab);
std::unique_ptr<RankFlock> make_device_rank_flock(Ranks& ranks, const BackendOptions& options,
                                                  std::unique_ptr<DeviceSlab<3>> slab);

}  // namespace murmur
