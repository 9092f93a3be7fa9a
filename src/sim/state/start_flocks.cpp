#include "sim/state/start_flocks.h"

#include <algorithm>
#include <cmath>

#include "base/math.h"
#include "base/random.h"
#include "sim/util/cube_root.h"

namespace murmur {

namespace {

// Boids within R of a boid deep inside a flock. At 100k a start of `murmuration` then has a mean of about 48, with
// the edges of its flocks; the preset settles at about 42.
constexpr double kNeighboursInside = 57.0;
constexpr int64_t kSmallestFlock = 40;
constexpr int64_t kLargestFlock = 4000;
constexpr int kTries = 64;  // places tried for a flock before it may overlap others

// A flock's outline: a long bend, one of half a flock and one of a cove. Heights and waves per radius.
constexpr float kLongest = 1.6f;  // stretch at most
constexpr float kHeights[] = {0.45f, 0.22f, 0.07f}, kWaves[] = {0.3f, 0.55f, 1.1f};
constexpr float kReach = 1.25f;  // how far most flocks extend, in radii

/// From -1 to 1 with period 1: a sine made of two parabolas, which every machine computes alike.
float wave(float t) {
  const float f = t - round_down(t);
  return f < 0.5f ? 16.0f * f * (0.5f - f) : -16.0f * (f - 0.5f) * (1.0f - f);
}

/// A unit vector at right angles to the unit vector `a`.
template <int D>
Vec<float, D> right_angle(Random& random, const Vec<float, D>& a) {
  if constexpr (D == 2) return {{-a[1], a[0]}};
  for (;;) {
    const Vec<float, D> b = random.unit_vector<D>();
    const Vec<float, D> rest = b - a * dot(a, b);
    const float square = dot(rest, rest);
    if (square > 0.01f) return rest / square_root(square);
  }
}

template <int D>
void shape_flock(Random& random, StartFlock<D>& flock) {
  flock.long_axis = random.unit_vector<D>();
  flock.stretch = 1.0f + random.uniform() * (kLongest - 1.0f);
  for (size_t k = 0; k < flock.bends.size(); ++k) {
    FlockBend<D>& bend = flock.bends[k];
    bend.along = random.unit_vector<D>();
    bend.across = right_angle<D>(random, bend.along);
    bend.height = kHeights[k] * (0.5f + random.uniform());
    bend.waves = kWaves[k];
    bend.phase = random.uniform();
  }
}

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
    const float reach = kReach * (flock.radius + radius);
    const float square = square_distance(flock.centre, centre, world);
    if (square < reach * reach) most = std::max(most, reach - square_root(square));
  }
  return most;
}

}  // namespace

template <int D>
Vec<float, D> StartFlock<D>::place(const Vec<float, D>& in_ball) const {
  const Vec<float, D> lengthwise = long_axis * dot(in_ball, long_axis);
  const float narrower = D == 2 ? stretch : square_root(stretch);
  Vec<float, D> p = lengthwise * stretch + (in_ball - lengthwise) / narrower;
  for (const FlockBend<D>& bend : bends)
    p = p + bend.along * (bend.height * wave(dot(p, bend.across) * bend.waves + bend.phase));
  return p * radius;
}

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
    Random outline(scenario.seed, Stream::kFlock, static_cast<uint32_t>(flocks.size()), 2);
    shape_flock<D>(outline, flock);
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

template struct StartFlock<2>;
template struct StartFlock<3>;
template std::vector<StartFlock<2>> make_flocks<2>(const Scenario&);
template std::vector<StartFlock<3>> make_flocks<3>(const Scenario&);

}  // namespace murmur
