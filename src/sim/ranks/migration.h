// Sends boids to the ranks that own their planes. Used by the flocks of ranks before each step, and for the records of a state.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sim/backends/device_slab.h"
#include "sim/backends/migrant.h"
#include "sim/ranks/ranks.h"

namespace murmur {

/// Sends `leaving` to the ranks in `to`. @returns the boids that other ranks send, sorted by rank.
template <int D>
Migrants<D> exchange_migrants(Ranks& ranks, const Migrants<D>& leaving, const std::vector<int32_t>& to) {
  const auto size = static_cast<size_t>(ranks.size());
  std::vector<uint64_t> sent(size, 0), received(size, 0);
  for (const int32_t rank : to) ++sent[static_cast<size_t>(rank)];
  ranks.exchange(sent.data(), received.data());

  std::vector<size_t> place(size, 0);  // index of the next migrant to each rank
  std::exclusive_scan(sent.begin(), sent.end(), place.begin(), size_t{0});
  const size_t each = leaving.bytes_of_one();
  Migrants<D> out(leaving.carried(), leaving.size());
  for (size_t k = 0; k < leaving.size(); ++k)
    std::memcpy(out.at(place[static_cast<size_t>(to[k])]++), leaving.at(k), each);
  Migrants<D> in(leaving.carried(), std::accumulate(received.begin(), received.end(), size_t{0}));
  const auto for_each_part = [&](const std::vector<uint64_t>& counts, std::byte* at, const auto& part) {
    for (size_t rank = 0; rank < size; ++rank) {
      if (counts[rank] > 0) part(static_cast<int>(rank), at, counts[rank] * each);
      at += counts[rank] * each;
    }
  };
  for_each_part(received, in.at(0),
                [&](int rank, std::byte* at, size_t bytes) { ranks.receive(rank, at, bytes); });
  for_each_part(sent, out.at(0),
                [&](int rank, const std::byte* at, size_t bytes) { ranks.send(rank, at, bytes); });
  ranks.wait();
  return in;
}

/// Plans where `arrivals` boids go in an array of `before` boids after those at the ascending indices `leaving` have
/// left: first to the free indices, then to the end. If more boids left than arrived, the last boids move to the free
/// indices, in their order. So only a few boids move in memory.
/// move in memory.
inline Replacement replacement(int64_t before, const std::vector<uint32_t>& leaving, size_t arrivals) {
  Replacement result;
  result.after = before + static_cast<int64_t>(arrivals) - static_cast<int64_t>(leaving.size());
  for (size_t k = 0; k < arrivals; ++k) {
    result.arrivals.push_back(k < leaving.size() ? leaving[k]
                                                 : static_cast<uint32_t>(before) +
                                                       static_cast<uint32_t>(k - leaving.size()));
  }
  auto last = static_cast<uint32_t>(result.after);
  auto gone = std::lower_bound(leaving.begin(), leaving.end(), last);
  for (size_t k = arrivals; k < leaving.size() && leaving[k] < result.after; ++k) {
    for (; gone != leaving.end() && *gone == last; ++gone) ++last;
    result.from.push_back(last++);
    result.to.push_back(leaving[k]);
  }
  return result;
}

/// Sends the boids at the ascending indices `leaving` to the ranks in `to`, and adds the arrivals. `changed`: indices
/// that now have another boid.
template <int D>
void migrate(Ranks& ranks, HostBoids<float, D>& boids, const std::vector<uint32_t>& leaving,
             const std::vector<int32_t>& to, std::vector<uint32_t>& changed) {
  Migrants<D> out(boids.carried(), leaving.size());
  for (size_t k = 0; k < leaving.size(); ++k) out.set(k, migrant(boids, leaving[k]));
  const Migrants<D> in = exchange_migrants(ranks, out, to);
  const Replacement places = replacement(boids.count(), leaving, in.size());
  boids.resize(std::max(boids.count(), places.after), boids.carried());
  for (size_t k = 0; k < in.size(); ++k) put(boids, places.arrivals[k], in[k]);
  for (size_t k = 0; k < places.to.size(); ++k) put(boids, places.to[k], migrant(boids, places.from[k]));
  boids.resize(places.after, boids.carried());
  changed = places.arrivals;
  changed.insert(changed.end(), places.to.begin(), places.to.end());
}

/// Number of boids that rank 0 receives at a time.
constexpr int64_t kCollected = 1 << 16;

/// Collects the boids of the other ranks in the state of rank 0, which must have room for all.
template <int D>
void collect(Ranks& ranks, const HostBoids<float, D>& boids, State<float>& state) {
  std::vector<int64_t> counts(static_cast<size_t>(ranks.size()));
  const int64_t mine = boids.count();
  ranks.gather(&mine, sizeof mine, counts.data());
  for (int rank = 1; rank < ranks.size(); ++rank) {  // one at a time: rank 0 has little room
    if (ranks.rank() != 0 && ranks.rank() != rank) continue;
    for (int64_t from = 0; from < counts[static_cast<size_t>(rank)]; from += kCollected) {
      Migrants<D> part(boids.carried(),
                       static_cast<size_t>(std::min(kCollected, counts[static_cast<size_t>(rank)] - from)));
      const size_t bytes = part.size() * part.bytes_of_one();
      if (ranks.rank() == rank) {
        for (size_t k = 0; k < part.size(); ++k) part.set(k, migrant(boids, static_cast<size_t>(from) + k));
        ranks.send(0, part.at(0), bytes);
        ranks.wait();
      } else {
        ranks.receive(rank, part.at(0), bytes);
        ranks.wait();
        for (size_t k = 0; k < part.size(); ++k) {
          const Migrant<D> boid = part[k];
          to_row(boid.p, state.position, boid.id);
          to_row(boid.v, state.velocity, boid.id);
          put_row(boid.columns, state, boid.id);
        }
      }
    }
  }
}

}  // namespace murmur
