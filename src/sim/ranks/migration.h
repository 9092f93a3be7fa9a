// Sends boids to the ranks that own their planes. Used by rank_flock before each step, and for the records of a state.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "sim/backends/host_boids.h"
#include "sim/ranks/ranks.h"

namespace murmur {

/// A boid on its way to another rank.
template <int D>
struct Migrant {
  Vec<float, D> p, v;
  uint32_t id, target;
};

template <int D>
Migrant<D> migrant(const HostBoids<float, D>& boids, size_t i) {
  const Body<float, D>& body = boids.bodies()[i];
  return {body.p, body.v, boids.ids()[i], boids.has_targets() ? boids.targets()[i] : 0};
}

template <int D>
void put(HostBoids<float, D>& boids, size_t i, const Migrant<D>& from) {
  boids.bodies()[i].p = from.p;
  boids.bodies()[i].v = from.v;
  boids.ids()[i] = from.id;
  if (boids.has_targets()) boids.targets()[i] = from.target;
}

/// The boids at the indices `leaving`, ascending, go to the ranks `to`. Those that other ranks send take their places, so that few
/// boids move in memory. `changed`: the indices that have another boid than before.
template <int D>
void migrate(Ranks& ranks, HostBoids<float, D>& boids, const std::vector<uint32_t>& leaving,
             const std::vector<int32_t>& to, std::vector<uint32_t>& changed) {
  const auto size = static_cast<size_t>(ranks.size());
  std::vector<uint64_t> sent(size, 0), received(size, 0);
  for (const int32_t rank : to) ++sent[static_cast<size_t>(rank)];
  ranks.exchange(sent.data(), received.data());

  std::vector<size_t> place(size, 0);  // of the next migrant to each rank
  std::exclusive_scan(sent.begin(), sent.end(), place.begin(), size_t{0});
  std::vector<Migrant<D>> out(leaving.size());
  for (size_t k = 0; k < leaving.size(); ++k)
    out[place[static_cast<size_t>(to[k])]++] = migrant(boids, leaving[k]);
  std::vector<Migrant<D>> in(std::accumulate(received.begin(), received.end(), size_t{0}));
  const auto for_each_part = [&](const std::vector<uint64_t>& counts, Migrant<D>* at, const auto& part) {
    for (size_t rank = 0; rank < size; ++rank) {
      if (counts[rank] > 0) part(static_cast<int>(rank), at, counts[rank] * sizeof(Migrant<D>));
      at += counts[rank];
    }
  };
  for_each_part(received, in.data(),
                [&](int rank, Migrant<D>* at, size_t bytes) { ranks.receive(rank, at, bytes); });
  for_each_part(sent, out.data(),
                [&](int rank, const Migrant<D>* at, size_t bytes) { ranks.send(rank, at, bytes); });

  ranks.wait();

  const auto before = static_cast<size_t>(boids.count()), after = before + in.size() - leaving.size();
  boids.resize(static_cast<int64_t>(std::max(before, after)), boids.has_targets());
  changed.clear();
  const auto put_at = [&](size_t i, const Migrant<D>& boid) {
    put(boids, i, boid);
    changed.push_back(static_cast<uint32_t>(i));
  };
  for (size_t k = 0; k < in.size(); ++k)
    put_at(k < leaving.size() ? leaving[k] : before + k - leaving.size(), in[k]);
  // More left than came: the last boids, in their order, take the places that are free.
  size_t last = after;
  auto gone = std::lower_bound(leaving.begin(), leaving.end(), after);
  for (size_t k = in.size(); k < leaving.size() && leaving[k] < after; ++k) {
    for (; gone != leaving.end() && *gone == last; ++gone) ++last;
    put_at(leaving[k], migrant(boids, last++));
  }
  boids.resize(static_cast<int64_t>(after), boids.has_targets());
}

/// Boids that rank 0 takes at a time.
constexpr int64_t kCollected = 1 << 16;

/// Writes the boids of the other ranks into the state of rank 0, which has room for all.
template <int D>
void collect(Ranks& ranks, const HostBoids<float, D>& boids, State<float>& state) {
  std::vector<int64_t> counts(static_cast<size_t>(ranks.size()));
  const int64_t mine = boids.count();
  ranks.gather(&mine, sizeof mine, counts.data());
  std::vector<Migrant<D>> part;
  for (int rank = 1; rank < ranks.size(); ++rank) {  // one after another: rank 0 has room for a part
    if (ranks.rank() != 0 && ranks.rank() != rank) continue;
    for (int64_t from = 0; from < counts[static_cast<size_t>(rank)]; from += kCollected) {
      part.resize(static_cast<size_t>(std::min(kCollected, counts[static_cast<size_t>(rank)] - from)));
      if (ranks.rank() == rank) {
        for (size_t k = 0; k < part.size(); ++k) part[k] = migrant(boids, static_cast<size_t>(from) + k);
        ranks.send(0, part.data(), part.size() * sizeof(Migrant<D>));
        ranks.wait();
      } else {
        ranks.receive(rank, part.data(), part.size() * sizeof(Migrant<D>));
        ranks.wait();
        for (const Migrant<D>& boid : part) {
          const auto row = static_cast<std::ptrdiff_t>(boid.id) * D;
          std::copy_n(boid.p.c, D, state.position.begin() + row);
          std::copy_n(boid.v.c, D, state.velocity.begin() + row);
          if (boids.has_targets()) state.target[boid.id] = boid.target;
        }
      }
    }
  }
}

}  // namespace murmur
