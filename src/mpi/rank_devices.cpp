#include "mpi/rank_devices.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include <fmt/format.h>

#include "sim/backends/cuda.h"
#include "sim/backends/cuda_slab.h"

namespace murmur {
namespace {

constexpr size_t kMostListed = 16;  // most ranks in a description

/// What a rank tells the other ranks about its GPU.
struct Found {
  int32_t devices, index;   ///< number of GPUs of the host; index of this rank's
  std::array<char, 16> id;  ///< identifies the GPU: if each rank sees only one GPU, all have index 0
  std::array<char, 128> name;
  std::array<char, 256> why_none;
};

/// Number of ranks before this one on its host.
int local_rank(const std::vector<std::string>& hosts, size_t rank) {
  const auto mine = hosts.begin() + static_cast<std::ptrdiff_t>(rank);
  return static_cast<int>(std::count(hosts.begin(), mine, *mine));
}

std::vector<std::string> hosts_of(Ranks& ranks) {
  using Host = std::array<char, 256>;
  Host mine{};
  ranks.host().copy(mine.data(), mine.size() - 1);
  std::vector<Host> all(static_cast<size_t>(ranks.size()));
  ranks.gather(mine.data(), mine.size(), all.data());
  std::vector<std::string> hosts;
  for (const Host& host : all) hosts.emplace_back(host.data());
  return hosts;
}

}  // namespace

RankDevices::RankDevices(Ranks& ranks) {
  const std::vector<std::string> hosts = hosts_of(ranks), names = rank_names(ranks);
  const auto rank = static_cast<size_t>(ranks.rank());
  std::string why;
  const std::vector<DeviceInfo> devices = cuda_devices(&why);
  Found mine{static_cast<int32_t>(devices.size()), -1, {}, {}, {}};
  if (!devices.empty()) {
    first_ = devices[static_cast<size_t>(local_rank(hosts, rank)) % devices.size()];
    mine.index = first_.index;
    first_.id.copy(mine.id.data(), mine.id.size());
    first_.name.copy(mine.name.data(), mine.name.size() - 1);
  }
  why.copy(mine.why_none.data(), mine.why_none.size() - 1);
  std::vector<Found> all(names.size());
  ranks.gather(&mine, sizeof mine, all.data());

  // Number of ranks with a GPU, and the GPUs used, on each host.
  std::map<std::string, std::pair<size_t, std::set<std::array<char, 16>>>> on_host;
  for (size_t r = 0; r < all.size(); ++r) {
    if (all[r].devices == 0) continue;
    ++on_host[hosts[r]].first;
    on_host[hosts[r]].second.insert(all[r].id);
  }

  for (size_t r = 0; r < all.size(); ++r) {
    const Found& found = all[r];
    have_.push_back(found.devices > 0);
    texts_.push_back(have_[r] ? fmt::format("GPU {}, {}", found.index, found.name.data())
                              : fmt::format("no GPU: {}", found.why_none.data()));
    if (!have_[r] && why_not_all_.empty())
      why_not_all_ = fmt::format("{} has no GPU: {}", names[r], found.why_none.data());
    const auto& [here, gpus] = on_host[hosts[r]];
    if (here > gpus.size() && why_shared_.empty()) {
      why_shared_ = fmt::format("{} ranks of {} would share {} GPU{}", here, hosts[r], gpus.size(),
                                gpus.size() == 1 ? "" : "s");
    }
    if (r < kMostListed) makers_.places += fmt::format("{}{} on {}", r == 0 ? "" : "; ", names[r], texts_[r]);
    if (r == kMostListed) makers_.places += fmt::format("; and {} more ranks", all.size() - kMostListed);
  }
  const auto on_mine = [index = mine.index](BackendOptions options) {
    if (options.device < 0) options.device = index;
    return options;
  };
  makers_.make_2d = [on_mine](const BackendOptions& options) { return make_cuda_slab_2d(on_mine(options)); };
  makers_.make_3d = [on_mine](const BackendOptions& options) { return make_cuda_slab_3d(on_mine(options)); };
}

bool RankDevices::any() const { return std::find(have_.begin(), have_.end(), true) != have_.end(); }

}  // namespace murmur
