#include "sim/state/start_flocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/math.h"
#include "base/random.h"
#include "sim/util/roots.h"

namespace murmur {

namespace {

// Neighbours within R of a boid deep inside a flock. At 100k boids, a start of `murmuration` then has a mean of about
// 48, including the edges of its flocks; the preset settles at about 42.
constexpr double kNeighboursInside = 57.0;
constexpr int64_t kSmallestFlock = 40;
constexpr int64_t kLargestFlock = 4000;
constexpr int kTries = 64;  // tries to find a free position for a flock; then it may overlap others

// The outline of a flock has a long bend, one of half a flock and one of a cove. Heights and waves are per radius.
constexpr float kLongest = 1.6f;  // largest stretch of a flock
constexpr float kHeights[] = {0.45f, 0.22f, 0.07f}, kWaves[] = {0.3f, 0.55f, 1.1f};
constexpr float kReach = 1.25f;  // extent of most flocks, in radii

/// A wave from -1 to 1 with period 1: a sine made of two parabolas, which every machine computes alike.
float wave(float t) {
  const float f = t - round_down(t);
  return f < 0.5f ? 16.0f * f * (0.5f - f) : -16.0f * (f - 0.5f) * (1.0f - f);
}

/// A unit vector perpendicular to the unit vector `a`.
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

/// Squared distance in a periodic world.
template <int D>
float square_distance(const Vec<float, D>& a, const Vec<float, D>& b, const Vec<float, D>& world) {
  Vec<float, D> d;
  for (int k = 0; k < D; ++k) {
    d[k] = magnitude(a[k] - b[k]);
    if (d[k] > world[k] * 0.5f) d[k] = world[k] - d[k];
  }
  return dot(d, d);
}

/// The flocks that already have a position, by cells of the world: a start of 10^9 boids has 700,000 flocks.
template <int D>
class PlacedFlocks {
 public:
  /// `largest`: the radius of the largest flock.
  PlacedFlocks(const Vec<float, D>& world, float largest, size_t flocks) : world_(world) {
    const auto most = static_cast<float>(std::max(
        1.0, D == 2 ? std::sqrt(static_cast<double>(flocks)) : cube_root(static_cast<double>(flocks))));
    size_t cells = 1;
    for (int k = 0; k < D; ++k) {
      const float fit =
          round_down(world[k] / (2.01f * kReach * largest));  // large enough that only adjacent cells matter
      cells_[k] = static_cast<int>(std::clamp(fit, 1.0f, most));
      cells *= static_cast<size_t>(cells_[k]);
    }
    in_cell_.resize(cells);
  }

  void add(const StartFlock<D>& flock) {
    in_cell_[index(cell_of(flock.centre))].push_back({flock.centre, flock.radius});
  }

  /// Overlap of a flock at `centre` with the nearest one; at most 0 without overlap.
  float overlap(const Vec<float, D>& centre, float radius) const {
    float most = 0.0f;
    const std::array<int, D> middle = cell_of(centre);
    std::array<int, D> first{}, last{};
    for (size_t k = 0; k < D; ++k) {
      const bool few = cells_[k] < 3;  // few cells: visits each cell only once
      first[k] = few ? 0 : middle[k] - 1;
      last[k] = few ? cells_[k] - 1 : middle[k] + 1;
    }
    std::array<int, D> cell = first;
    for (size_t k = 0; k < D;) {
      for (const Disc& other : in_cell_[index(cell)]) {
        const float reach = kReach * (other.radius + radius);
        const float square = square_distance(other.centre, centre, world_);
        if (square < reach * reach) most = std::max(most, reach - square_root(square));
      }
      for (k = 0; k < D && ++cell[k] > last[k]; ++k) cell[k] = first[k];
    }
    return most;
  }

 private:
  struct Disc {
    Vec<float, D> centre;
    float radius;
  };
  std::array<int, D> cell_of(const Vec<float, D>& centre) const {
    std::array<int, D> cell{};
    for (int k = 0; k < D; ++k)
      cell[static_cast<size_t>(k)] =
          std::min(static_cast<int>(centre[k] / world_[k] * static_cast<float>(cells_[k])), cells_[k] - 1);
    return cell;
  }
  size_t index(const std::array<int, D>& cell) const {
    size_t at = 0;
    for (int k = D - 1; k >= 0; --k) {
      const auto axis = static_cast<size_t>(k);
      at = at * static_cast<size_t>(cells_[k]) + static_cast<size_t>((cell[axis] + cells_[k]) % cells_[k]);
    }
    return at;
  }

  Vec<float, D> world_;
  std::array<int, D> cells_{};
  std::vector<std::vector<Disc>> in_cell_;
};

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
    const float u = random.uniform();  // squared: gives many small flocks and few large ones
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
  PlacedFlocks<D> before(world, flocks.empty() ? 1.0f : flocks[order.front()].radius, flocks.size());
  for (const size_t i : order) {
    Random random(scenario.seed, Stream::kFlock, static_cast<uint32_t>(i), 1);
    float least = 0.0f;
    for (int attempt = 0; attempt < kTries; ++attempt) {
      Vec<float, D> centre;
      for (int k = 0; k < D; ++k) centre[k] = random.uniform() * world[k];
      const float reaches = before.overlap(centre, flocks[i].radius);
      if (attempt == 0 || reaches < least) {
        flocks[i].centre = centre;
        least = reaches;
      }
      if (least <= 0.0f) break;
    }
    before.add(flocks[i]);
  }
  return flocks;
}

template struct StartFlock<2>;
template struct StartFlock<3>;
template std::vector<StartFlock<2>> make_flocks<2>(const Scenario&);
template std::vector<StartFlock<3>> make_flocks<3>(const Scenario&);

}  // namespace murmur
