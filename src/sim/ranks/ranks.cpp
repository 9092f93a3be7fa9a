#include "sim/ranks/ranks.h"

#include <array>

#include <fmt/format.h>

namespace murmur {

std::vector<std::string> rank_names(Ranks& ranks) {
  using Host = std::array<char, 64>;
  Host mine{};
  const std::string host = ranks.host();
  host.copy(mine.data(), mine.size() - 1);
  std::vector<Host> all(static_cast<size_t>(ranks.size()));
  ranks.gather(mine.data(), mine.size(), all.data());
  std::vector<std::string> names;
  for (size_t rank = 0; rank < all.size(); ++rank)
    names.push_back(fmt::format("rank {} ({})", rank, all[rank].data()));
  return names;
}

}  // namespace murmur
