// Which GPU each rank steps on, if all have one: rank k of a host on its device k, modulo the number of its devices. Found once at the
// start, so that rank 0 can tell of all. Used by main.cpp.
#pragma once

#include <string>
#include <vector>

#include "sim/backends/device_slab.h"
#include "sim/ranks/ranks.h"

namespace murmur {

class RankDevices {
 public:
  /// Collective.
  explicit RankDevices(Ranks& ranks);

  /// What makes the slabs of this rank.
  const SlabMakers& makers() const { return makers_; }
  /// "GPU 1, NVIDIA H200" or "no GPU: ..." of each rank.
  const std::vector<std::string>& texts() const { return texts_; }

  /// Whether any rank has a device.
  bool any() const;
  /// A sentence that says which rank has no GPU and why; empty: all have one.
  const std::string& why_not_all() const { return why_not_all_; }
  /// A sentence that says why ranks share devices; empty: none do.
  const std::string& why_shared() const { return why_shared_; }
  const DeviceInfo& of_rank_0() const { return first_; }

 private:
  SlabMakers makers_;
  std::vector<std::string> texts_;
  std::vector<bool> have_;
  std::string why_not_all_, why_shared_;
  DeviceInfo first_;
};

}  // namespace murmur
