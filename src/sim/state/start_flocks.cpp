#include "sim/state/start_flocks.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/random.h"
#include "sim/util/cube_root.h"

namespace murmur {

namespace {

// Boids within R of a boid deep inside a flock. Measured on `murmuration` at 100k: with its edges a flock
// then has a mean of about 50, the long-term value of the preset.
constexpr double kNeighboursInside = 57.0;
constexpr int64_t kSmallestFlock = 40;
constexpr int64_t kLargestFlock = 4000;
constexpr int kTries = 64;  // places tried for a flock before it may overlap others

/// Squared distance on the torus.
template <int D>
float square_distance(const Vec<float, D>& a, const Vec<float, D>& b, const Vec<float, D>& world) {
  Vec<float, D> d;
  for (int k = 0; k < D; ++k) {
    d[k] = magnitude(a[k] - b[k]);
    if (d[k] > world[k] * 0.5f) d[k] = world[k] - d[k];
  }
  return dot(d, d);
}

/// Overlap of a flock at `centre` with the nearest one placed before; at most 0 without overlap.
template <int D>
float overlap(const std::vector<StartFlock<D>>& flocks, const Vec<float, D>& centre, float radius,
              const Vec<float, D>& world) {
  float most = 0.0f;
  for (const StartFlock<D>& flock : flocks) {
    const float reach = flock.radius + radius;
    const float square = square_distance(flock.centre, centre, world);
    if (square < reach * reach) most = std::max(most, reach - square_root(square));
  }
  return most;
}

}  // namespace

template <int D>
std::vector<StartFlock<D>> make_flocks(const Scenario& scenario) {
  // One flock has at most 1/25 of all boids, so that no flock dominates the picture.
  const int64_t most = std::clamp(scenario.boids / 25, kSmallestFlock, kLargestFlock);
  std::vector<StartFlock<D>> flocks;
  int64_t placed = 0;
  while (placed < scenario.boids) {
    Random random(scenario.seed, Stream::kFlock, static_cast<uint32_t>(flocks.size()), 0);
    const float u = random.uniform();  // squared: many small flocks, few large ones
    const int64_t wanted =
        kSmallestFlock + static_cast<int64_t>(u * u * static_cast<float>(most - kSmallestFlock));
    StartFlock<D> flock;
    flock.first = placed;
    flock.count = std::min(wanted, scenario.boids - placed);
    flock.heading = random.unit_vector<D>();
    const double share = static_cast<double>(flock.count) / kNeighboursInside;
    flock.radius = static_cast<float>(scenario.rules.radius * (D == 2 ? std::sqrt(share) : cube_root(share)));
    placed += flock.count;
    flocks.push_back(flock);
  }
  // Large flocks are placed first; small ones fit between them.
  std::vector<size_t> order(flocks.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return flocks[a].count > flocks[b].count; });
  Vec<float, D> world;
  for (int k = 0; k < D; ++k) world[k] = static_cast<float>(scenario.world.size[static_cast<size_t>(k)]);
  std::vector<StartFlock<D>> before;
  for (const size_t i : order) {
    Random random(scenario.seed, Stream::kFlock, static_cast<uint32_t>(i), 1);
    float least = 0.0f;
    for (int attempt = 0; attempt < kTries; ++attempt) {
      Vec<float, D> centre;
      for (int k = 0; k < D; ++k) centre[k] = random.uniform() * world[k];
      const float reaches = overlap(before, centre, flocks[i].radius, world);
      if (attempt == 0 || reaches < least) {
        flocks[i].centre = centre;
        least = reaches;
      }
      if (least <= 0.0f) break;
    }
    before.push_back(flocks[i]);
  }
  return flocks;
}

template std::vector<StartFlock<2>> make_flocks<2>(const Scenario&);
template std::vector<StartFlock<3>> make_flocks<3>(const Scenario&);

}  // namespace murmur
