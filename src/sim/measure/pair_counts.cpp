#include "sim/measure/pair_counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <vector>

#include "model/cell_grid.h"
#include "sim/util/thread_pool.h"

namespace murmur {
namespace {

constexpr double kMostBlocks = 1 << 20;  // blocks per axis: three such numbers still fit into a key

/// Boids sorted by block; only occupied blocks are stored, so that a large empty world costs nothing.
template <int D>
class Blocks {
 public:
  Blocks(const State<float>& state, const Scenario& scenario)
      : wrapped_(scenario.world.metric == Metric::kWrapped) {
    const float radius = static_cast<float>(scenario.rules.radius);
    radius_squared_ = radius * radius;
    for (size_t k = 0; k < D; ++k) {
      size_[k] = static_cast<float>(scenario.world.size[k]);
      half_[k] = size_[k] / 2.0f;
      const double whole = std::floor(static_cast<double>(size_[k]) / (1.001 * static_cast<double>(radius)));
      blocks_[k] = static_cast<int64_t>(std::clamp(whole, 1.0, kMostBlocks));
    }
    sort(state);
  }

  size_t occupied() const { return keys_.size(); }

  /// Adds the pairs of all boids in the occupied block `b`.
  void count(size_t b, PairCounts& counts) const {
    std::vector<std::pair<uint32_t, uint32_t>> around;
    find_around(b, around);
    int64_t candidates = 0;
    for (const auto& [begin, end] : around) candidates += end - begin;
    const int64_t own = starts_[b + 1] - starts_[b];
    counts.tests += static_cast<double>(own * (candidates - 1));
    for (uint32_t i = starts_[b]; i < starts_[b + 1]; ++i) {
      int64_t near = -1;  // itself
      for (const auto& [begin, end] : around) near += count_near(i, begin, end);
      counts.neighbours += static_cast<double>(near);
      counts.neighbours_max = std::max(counts.neighbours_max, near);
    }
  }

 private:
  /// Wrapped: modulo, so that a boid outside the world has its neighbours in adjacent blocks too.
  int64_t coordinate(size_t axis, float p) const {
    const double x = std::floor(static_cast<double>(p) / static_cast<double>(size_[axis]) *
                                static_cast<double>(blocks_[axis]));
    const auto last = static_cast<double>(blocks_[axis] - 1);
    if (x >= 0.0 && x <= last) return static_cast<int64_t>(x);
    if (!wrapped_) return static_cast<int64_t>(std::clamp(x, 0.0, last));
    const double turns = std::floor(x / static_cast<double>(blocks_[axis]));
    return static_cast<int64_t>(std::clamp(x - turns * static_cast<double>(blocks_[axis]), 0.0, last));
  }
  uint64_t key(const std::array<int64_t, D>& block) const {
    uint64_t key = 0;
    for (size_t k = D; k-- > 0;) key = key << 20 | static_cast<uint64_t>(block[k]);
    return key;
  }

  void sort(const State<float>& state) {
    const auto count = static_cast<size_t>(state.count());
    std::vector<std::pair<uint64_t, uint32_t>> order(count);
    for (size_t i = 0; i < count; ++i) {
      std::array<int64_t, D> block;
      for (size_t k = 0; k < D; ++k) block[k] = coordinate(k, state.position[i * D + k]);
      order[i] = {key(block), static_cast<uint32_t>(i)};
    }
    std::sort(order.begin(), order.end());
    for (size_t k = 0; k < D; ++k) p_[k].resize(count);
    for (size_t i = 0; i < count; ++i) {
      if (i == 0 || order[i].first != order[i - 1].first) {
        keys_.push_back(order[i].first);
        starts_.push_back(static_cast<uint32_t>(i));
      }
      for (size_t k = 0; k < D; ++k) p_[k][i] = state.position[order[i].second * D + k];
    }
    starts_.push_back(static_cast<uint32_t>(count));
  }

  /// Index ranges of the boids in and around block `b`, each block once.
  void find_around(size_t b, std::vector<std::pair<uint32_t, uint32_t>>& around) const {
    std::array<int64_t, D> centre, block;
    for (size_t k = 0; k < D; ++k) centre[k] = static_cast<int64_t>(keys_[b] >> (20 * k) & 0xfffff);
    std::vector<uint64_t> keys;
    const int directions = D == 3 ? 27 : 9;
    for (int direction = 0; direction < directions; ++direction) {
      bool exists = true;
      for (size_t k = 0, rest = static_cast<size_t>(direction); k < D; ++k, rest /= 3) {
        block[k] = centre[k] + static_cast<int64_t>(rest % 3) - 1;
        if (wrapped_) block[k] = (block[k] + blocks_[k]) % blocks_[k];
        exists = exists && block[k] >= 0 && block[k] < blocks_[k];
      }
      if (exists) keys.push_back(key(block));
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    for (const uint64_t wanted : keys) {
      const auto found = std::lower_bound(keys_.begin(), keys_.end(), wanted);
      if (found == keys_.end() || *found != wanted) continue;
      const auto at = static_cast<size_t>(found - keys_.begin());
      around.emplace_back(starts_[at], starts_[at + 1]);
    }
  }

  int64_t count_near(uint32_t i, uint32_t begin, uint32_t end) const {
    int32_t near = 0;
    for (uint32_t j = begin; j < end; ++j) {
      Vec<float, D> d;
      for (int k = 0; k < D; ++k) {
        const auto axis = static_cast<size_t>(k);
        const float own = p_[axis][i], other = p_[axis][j];
        d[k] = (other + (wrapped_ ? image_shift(own, other, size_[axis], half_[axis]) : 0.0f)) - own;
      }
      near += dot(d, d) < radius_squared_ ? 1 : 0;
    }
    return near;
  }

  bool wrapped_;
  float radius_squared_ = 0;
  std::array<float, D> size_, half_;
  std::array<int64_t, D> blocks_;
  std::vector<uint64_t> keys_;    // keys of occupied blocks, ascending
  std::vector<uint32_t> starts_;  // first boid of each, and the end
  std::array<std::vector<float>, D> p_;
};

template <int D>
PairCounts count(const State<float>& state, const Scenario& scenario, int threads) {
  const Blocks<D> blocks(state, scenario);
  ThreadPool pool(threads);
  PairCounts total;
  std::mutex mutex;
  const auto occupied = static_cast<int64_t>(blocks.occupied());
  pool.parallel_for(occupied, occupied / (pool.size() * 16) + 1, [&](int64_t begin, int64_t end) {
    PairCounts part;
    for (int64_t b = begin; b < end; ++b) blocks.count(static_cast<size_t>(b), part);
    const std::lock_guard lock(mutex);
    total.tests += part.tests;  // whole numbers: the order of the sum does not matter
    total.neighbours += part.neighbours;
    total.neighbours_max = std::max(total.neighbours_max, part.neighbours_max);
  });
  return total;
}

}  // namespace

PairCounts count_pairs(const State<float>& state, const Scenario& scenario, int threads) {
  return state.dimensions == 3 ? count<3>(state, scenario, threads) : count<2>(state, scenario, threads);
}

}  // namespace murmur
