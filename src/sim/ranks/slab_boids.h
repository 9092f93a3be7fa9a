// The boids that one rank steps, and the grid of the whole flock. A start fills it in parts; before each step every
// boid moves to the rank that owns its plane. Owns the boids, their arrays and the borders; takes no steps. Used by
// the flocks of ranks; by device_rank_flock until a device has the boids.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "sim/backends/cpu/executor.h"
#include "sim/backends/cpu/sorted_arrays.h"
#include "sim/backends/host_boids.h"
#include "sim/ranks/balance.h"
#include "sim/ranks/migration.h"
#include "sim/ranks/ranks.h"

namespace murmur {

template <int D>
class SlabBoids {
 public:
  SlabBoids(Ranks& ranks, CpuExecutor& cpu) : ranks_(ranks), cpu_(cpu), balance_(ranks) {}

  int64_t count() const { return count_; }  ///< number of boids on all ranks
  HostBoids<float, D>& own() { return boids_; }
  const HostBoids<float, D>& own() const { return boids_; }
  SortedArrays<D>& order() { return order_; }
  Balance& balance() { return balance_; }
  const Balance& balance() const { return balance_; }

  // Valid only after gather():
  FlockArrays<D>& arrays() { return flock_; }
  const CellGrid<float, D>& grid() const { return grid_; }
  Slab slab() const {
    const auto rank = static_cast<size_t>(ranks_.rank());
    const int64_t cells = plane_cells(grid_), first = balance_.borders()[rank];
    return {static_cast<uint32_t>(first * cells), (balance_.borders()[rank + 1] - first) * cells};
  }

  /// Takes over a flock of `all` boids, of which this rank makes `mine`: part(begin, boids) makes those from the
  /// begin-th on, with ids from first + begin on. All ranks work in `rounds` parts, so that none needs much more
  /// memory than for its own boids. If part() throws on one rank, all ranks throw (in_agreement).
  template <class Part>
  void fill(const Parameters<float, D>& q, int64_t all, int64_t first, int64_t mine, int64_t rounds,
            Carried carried, const Part& part) {
    count_ = all;
    inside_ = false;
    boids_.resize(0, carried);
    grid_ = make_grid(q.world, q.rules.radius, count_, 0.0f);
    const auto for_each_part = [&](const auto& body) {
      for (int64_t round = 0; round < rounds; ++round) {
        const int64_t begin = std::min(round * kPart, mine);
        body(begin, part(begin, std::min(kPart, mine - begin)));
      }
    };
    std::vector<uint64_t> boids(static_cast<size_t>(grid_.count[D - 1]), 0);
    // part() may refuse a start, e.g. inside a wall or without room between walls.
    in_agreement(ranks_, [&] {
      for_each_part([&](int64_t, const State<float>& state) {
        for (size_t k = D - 1; k < state.position.size(); k += D)
          ++boids[static_cast<size_t>(grid_.coordinate(D - 1, state.position[k]))];
      });
    });
    balance_.begin(std::move(boids));
    // Reserves the average share at once, because growing arrays fragment the heap.
    boids_.resize(all / ranks_.size(), carried);
    point_at_arrays();
    boids_.resize(0, carried);
    for_each_part([&](int64_t begin, const State<float>& state) {
      boids_.add(state, 0, first + begin);
      send_leavers();
    });
  }
  static constexpr int64_t kPart = 1 << 14;  ///< number of boids that a rank makes or sends at a time
  static int64_t rounds_of(int64_t boids) { return (boids + kPart - 1) / kPart; }

  /// Adds a share of the new boids to each rank; the next step sends them to the ranks that own their planes.
  void add(const State<float>& boids, Carried carried) {
    const int64_t added = boids.count(), size = ranks_.size();
    const int64_t first = added * ranks_.rank() / size, last = added * (ranks_.rank() + 1) / size;
    boids_.add(boids.part(first, last - first), carried | boids.carried(), count_ + first);
    count_ += added;
    inside_ = false;
  }

  void remove(int64_t removed) {
    count_ = std::max<int64_t>(0, count_ - removed);
    boids_.keep_below(count_);
    inside_ = false;
  }

  /// Notes that positions may be outside the world again.
  void changed() { inside_ = false; }

  /// Prepares a step: computes grid and borders and sends boids to the ranks that own their planes. With several
  /// ranks, also computes the cells of the boids in arrays().
  void gather(const Parameters<float, D>& q) {
    plan(
        q, [&] { return farthest_outside(q.world, boids_); }, [&](const auto& use) { use(boids_); });
    send_leavers();
  }

  /// Computes grid and borders of a step, for boids that may be in a device's memory: `farthest()` is the largest
  /// distance of own boids from the world, and `with_local(use)` calls use(boids) with the own boids in host memory.
  template <class Farthest, class WithLocal>
  void plan(const Parameters<float, D>& q, const Farthest& farthest, const WithLocal& with_local) {
    grid_ = make_grid(q.world, q.rules.radius, count_, outside(q.world, farthest));
    if (balance_.planes() == grid_.count[D - 1]) return;
    std::vector<uint64_t> in_planes(static_cast<size_t>(grid_.count[D - 1]), 0);
    with_local([&](const HostBoids<float, D>& boids) {
      for (size_t i = 0; i < static_cast<size_t>(boids.count()); ++i)
        ++in_planes[static_cast<size_t>(grid_.coordinate(D - 1, boids.bodies()[i].p[D - 1]))];
    });
    balance_.begin(std::move(in_planes));
  }

  /// Returns all boids that were filled in or added, for a device that keeps them, and removes them here.
  HostBoids<float, D> release_boids() {
    HostBoids<float, D> given{kBlockPadding};
    std::swap(given, boids_);
    order_ = {};
    return given;
  }

 private:
  void send_leavers() {
    point_at_arrays();
    if (ranks_.size() == 1) return;
    const Slab own = slab();
    const int64_t cells = plane_cells(grid_);
    leaving_.clear();
    leaving_to_.clear();
    cpu_.find_cells(flock_, grid_, own, leaving_);
    for (const uint32_t i : leaving_)
      leaving_to_.push_back(balance_.owner(static_cast<uint32_t>(order_.cells[i] + own.first_cell) / cells));
    migrate(ranks_, boids_, leaving_, leaving_to_, changed_);
    point_at_arrays();
    for (const uint32_t i : changed_) order_.cells[i] = grid_.cell(boids_.bodies()[i].p) - own.first_cell;
  }

  void point_at_arrays() {
    order_.resize(boids_);
    flock_ = order_.flock_arrays(boids_, slab().cells, cpu_.reads_coordinates(D));
  }

  /// Largest distance of any rank's boids from a wrapped world; 0 once a step has wrapped all boids.
  template <class Farthest>
  float outside(const World<float, D>& world, const Farthest& farthest) {
    if (world.metric == Metric::kPlain || (inside_ && world.boundary == Boundary::kWrap)) return 0.0f;
    float worst = farthest();
    inside_ = true;
    uint64_t bits = ~static_cast<uint64_t>(bits_of(worst));  // floats >= 0 have the same order as their bits
    ranks_.lowest(&bits, 1);
    const auto highest = static_cast<uint32_t>(~bits);
    std::memcpy(&worst, &highest, sizeof worst);
    return worst;
  }

  Ranks& ranks_;
  CpuExecutor& cpu_;
  Balance balance_;
  HostBoids<float, D> boids_{kBlockPadding};
  int64_t count_ = 0;
  bool inside_ = false;    // whether all boids are inside the world
  SortedArrays<D> order_;  // boids of the halo follow the own boids
  FlockArrays<D> flock_;
  CellGrid<float, D> grid_{};
  std::vector<uint32_t> leaving_, changed_;
  std::vector<int32_t> leaving_to_;
};

}  // namespace murmur
