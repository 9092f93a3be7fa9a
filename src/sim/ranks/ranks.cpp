#include "sim/ranks/ranks.h"

#include <array>
#include <exception>
#include <limits>
#include <new>

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

void in_agreement(Ranks& ranks, const std::function<void()>& body) {
  std::array<char, 512> text{};
  std::exception_ptr failure;
  try {
    body();
  } catch (const std::bad_alloc&) {
    throw;  // the error ends all ranks
  } catch (const std::exception& error) {
    failure = std::current_exception();
    std::string(error.what()).copy(text.data(), text.size() - 1);
  }
  uint64_t first = failure ? static_cast<uint64_t>(ranks.rank()) : std::numeric_limits<uint64_t>::max();
  ranks.lowest(&first, 1);
  if (first == std::numeric_limits<uint64_t>::max()) return;
  std::vector<std::array<char, 512>> texts(static_cast<size_t>(ranks.size()));
  ranks.gather(text.data(), text.size(), texts.data());
  const std::vector<std::string> names = rank_names(ranks);
  if (first == 0 && ranks.rank() == 0) std::rethrow_exception(failure);
  throw SharedFailure(fmt::format("{}: {}", names[first], texts[first].data()));
}

}  // namespace murmur
