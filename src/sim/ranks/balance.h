// The current borders of the slabs. Moves them when the work of the busiest rank is too far above the mean. The
// borders are equal on all ranks. Used by the flocks of ranks.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sim/ranks/ranks.h"
#include "sim/ranks/slabs.h"

namespace murmur {

class Balance {
 public:
  explicit Balance(Ranks& ranks) : ranks_(ranks) {}

  const Borders& borders() const { return borders_; }
  int32_t planes() const { return borders_.back(); }
  int32_t owner(int64_t plane) const { return owner_[static_cast<size_t>(plane)]; }
  double imbalance() const { return imbalance_; }  ///< work of the busiest rank / mean, when last measured
  int64_t moves() const { return moves_; }

  /// Computes borders for a new flock or grid from the number of boids that this rank has in each plane.
  void begin(std::vector<uint64_t> boids) {
    ranks_.sum(boids.data(), boids.size());
    set(balanced_borders(boids, ranks_.size()));
    due_ = true;
  }

  /// Whether to measure the work in this step: at intervals, and soon after begin().
  bool due(int64_t step) { return std::exchange(due_, false) || step % kEvery == 0; }

  /// Moves the borders for the next step if that improves the balance enough. `work`: work of this rank, by plane.
  void improve(std::vector<uint64_t> work) {
    ranks_.sum(work.data(), work.size());
    imbalance_ = murmur::imbalance(work, borders_);
    if (imbalance_ <= kMost) return;
    Borders next = balanced_borders(work, ranks_.size());
    const double then = murmur::imbalance(work, next);
    if (then > 0.98 * imbalance_) return;
    set(std::move(next));
    imbalance_ = then;
    ++moves_;
  }

 private:
  static constexpr int64_t kEvery = 32;  // steps between measurements, each of which costs a tenth of a step
  static constexpr double kMost = 1.03;  // largest accepted ratio of the busiest rank to the mean

  void set(Borders borders) {
    borders_ = std::move(borders);
    owner_ = owners(borders_);
  }

  Ranks& ranks_;
  Borders borders_{0};
  std::vector<int32_t> owner_;  // rank of each plane
  double imbalance_ = 1.0;
  int64_t moves_ = 0;
  bool due_ = true;
};

}  // namespace murmur
