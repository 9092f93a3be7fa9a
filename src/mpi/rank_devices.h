// Chooses the GPU of each rank, if all ranks have one: rank k of a host uses device k modulo the number of devices.
// Determined once at the start, so that rank 0 can report all. Used by main.cpp.
#pragma once

#include <string>
#include <vector>

#include "sim/backends/device_slab.h"
#include "sim/ranks/ranks.h"

namespace murmur {

class RankDevices {
 public:
  /// Finds the device of each rank. Collective.
  explicit RankDevices(Ranks& ranks);

  /// Makers of the slabs of this rank.
  const SlabMakers& makers() const { return makers_; }
  /// Text for each rank: "GPU 1, NVIDIA H200" or "no GPU: ...".
  const std::vector<std::string>& texts() const { return texts_; }

  /// Whether any rank has a device.
  bool any() const;
  /// A sentence naming a rank without GPU and the reason; empty: all have one.
  const std::string& why_not_all() const { return why_not_all_; }
  /// A sentence saying why ranks share devices; empty: none do.
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
