#include "sim/measure/pair_counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "sim/measure/neighbours.h"

namespace murmur {
namespace {

constexpr double kMostBlocks = 1 << 20;  // blocks per axis: three such coordinates fit into a key

/// Counts of boids by block; only occupied blocks are stored, so that a large empty world costs nothing.
template <int D>
class Blocks {
 public:
  Blocks(const State<float>& state, const Scenario& scenario)
      : wrapped_(scenario.world.metric == Metric::kWrapped) {
    const auto in_float = [](double x) { return static_cast<double>(static_cast<float>(x)); };
    const double radius = in_float(scenario.rules.radius);
    for (size_t k = 0; k < D; ++k) {
      size_[k] = in_float(scenario.world.size[k]);
      blocks_[k] =
          static_cast<int64_t>(std::clamp(std::floor(size_[k] / (1.001 * radius)), 1.0, kMostBlocks));
    }
    for (size_t i = 0; i < state.position.size(); i += D) {
      uint64_t key = 0;
      for (size_t k = D; k-- > 0;)
        key = key << 20 | coordinate(k, static_cast<double>(state.position[i + k]));
      ++boids_[key];
    }
  }

  double pairs() const {
    double pairs = 0.0;
    for (const auto& [key, boids] : boids_) pairs += static_cast<double>(boids * (boids_around(key) - 1));
    return pairs;
  }

 private:
  /// Block coordinate of a position. Wrapped worlds use the remainder, so that a boid outside the world also has its
  /// neighbours in adjacent blocks.
  uint64_t coordinate(size_t axis, double p) const {
    const auto blocks = static_cast<double>(blocks_[axis]);
    double x = std::floor(p / size_[axis] * blocks);
    if (wrapped_) x -= std::floor(x / blocks) * blocks;
    return static_cast<uint64_t>(std::clamp(x, 0.0, blocks - 1.0));
  }

  /// Number of boids in and around a block, counting each block once.
  int64_t boids_around(uint64_t centre) const {
    int64_t boids = 0;
    const int directions = D == 3 ? 27 : 9;
    for (int direction = 0; direction < directions; ++direction) {
      uint64_t key = 0;
      bool exists = true;
      for (size_t k = 0, rest = static_cast<size_t>(direction); k < D; ++k, rest /= 3) {
        const int64_t offset = static_cast<int64_t>(rest % 3) - 1, n = blocks_[k];
        int64_t at = static_cast<int64_t>(centre >> (20 * k) & 0xfffff) + offset;
        if (wrapped_) {
          exists = exists && offset >= -(n - 1) / 2 && offset <= n / 2;
          at = (at + n) % n;
        }
        exists = exists && at >= 0 && at < n;
        key |= static_cast<uint64_t>(at) << (20 * k);
      }
      const auto found = exists ? boids_.find(key) : boids_.end();
      if (found != boids_.end()) boids += found->second;
    }
    return boids;
  }

  bool wrapped_;
  std::array<double, D> size_;
  std::array<int64_t, D> blocks_;
  std::unordered_map<uint64_t, int64_t> boids_;  // number of boids in each occupied block, by its coordinates
};

}  // namespace

PairCounts count_pairs(const State<float>& state, const Scenario& scenario, int threads) {
  PairCounts counts;
  counts.tests =
      state.dimensions == 3 ? Blocks<3>(state, scenario).pairs() : Blocks<2>(state, scenario).pairs();
  ThreadPool pool(threads);
  for (const int64_t near : neighbour_counts(state, scenario, pool)) {
    counts.neighbours += static_cast<double>(near);
    counts.neighbours_max = std::max(counts.neighbours_max, near);
  }
  return counts;
}

}  // namespace murmur
