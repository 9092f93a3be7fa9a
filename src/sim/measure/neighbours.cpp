#include "sim/measure/neighbours.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "model/cell_grid.h"
#include "sim/measure/point_grid.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// Boids in a grid, with distances in the arithmetic of the step.
template <int D>
class NeighbourGrid : PointGrid<D> {
  using Base = PointGrid<D>;
  using Base::order_, Base::pool_, Base::starts_, Base::wrapped_;
  using typename Base::Cell, typename Base::Range;

 public:
  NeighbourGrid(const State<float>& state, const Scenario& scenario, ThreadPool& pool)
      : Base(pool), position_(state.position), radius_(static_cast<float>(scenario.rules.radius)) {
    Points<D> points;
    points.take(state.position, scenario.world.size, scenario.world.metric == Metric::kWrapped, pool);
    // The factor ensures that rounding never puts two boids within R two cells apart.
    double side = 1.0001 * scenario.rules.radius + 1e-30;
    if (points.world) side += 1e-6 * *std::max_element(points.world->begin(), points.world->end());
    this->place(points, side, static_cast<double>(points.count()) + 64.0);
    for (size_t k = 0; k < D; ++k) size_[k] = static_cast<float>(scenario.world.size[k]);
  }

  void find(int64_t id, std::vector<uint32_t>& near) const {
    const auto own = static_cast<uint32_t>(id);
    std::vector<Range> ranges;
    this->find_shell(this->cell_around(this->places_[own]), -1, 1, ranges);
    for (const auto& [first, end] : ranges)
      for (size_t n = first; n < end; ++n)
        if (order_[n] != own && is_near(place_of(own), place_of(order_[n]))) near.push_back(order_[n]);
    std::sort(near.begin(), near.end());
  }

  void count(std::vector<uint32_t>& counts) const {
    std::vector<Vec<float, D>> sorted;  // positions in the order of the cells
    for (const uint32_t id : order_) sorted.push_back(place_of(id));
    const auto cells = static_cast<int64_t>(starts_.size()) - 1;
    pool_.parallel_for(cells, cells / (64 * pool_.size()) + 1, [&](int64_t from, int64_t to) {
      std::vector<Range> ranges;
      this->for_cells(static_cast<size_t>(from), static_cast<size_t>(to), [&](size_t cell, const Cell& at) {
        this->find_shell(at, -1, 1, ranges);
        for (size_t m = starts_[cell]; m < starts_[cell + 1]; ++m) {
          const Vec<float, D> own = sorted[m];
          uint32_t near = 0;
          for (const auto& [first, end] : ranges)
            for (size_t n = first; n < end; ++n) near += is_near(own, sorted[n]) ? 1 : 0;
          counts[order_[m]] = near - 1;  // does not count the boid itself
        }
      });
    });
  }

 private:
  Vec<float, D> place_of(size_t id) const {
    Vec<float, D> p;
    for (int k = 0; k < D; ++k) p[k] = position_[id * D + static_cast<size_t>(k)];
    return p;
  }
  bool is_near(const Vec<float, D>& own, const Vec<float, D>& other) const {
    Vec<float, D> d;
    for (int k = 0; k < D; ++k) {
      const float size = size_[static_cast<size_t>(k)];
      d[k] = (other[k] + (wrapped_ ? image_shift(own[k], other[k], size, size / 2.0f) : 0.0f)) - own[k];
    }
    return dot(d, d) < radius_ * radius_;
  }

  const std::vector<float>& position_;  // (count, D)
  float radius_;
  std::array<float, D> size_;
};

template <int D>
NeighbourLists lists_of(const State<float>& state, const Scenario& scenario, const std::vector<int64_t>& ids,
                        ThreadPool& pool) {
  constexpr int64_t kIdsAtOnce = 1024;
  const auto count = static_cast<int64_t>(ids.size());
  const NeighbourGrid<D> grid(state, scenario, pool);
  std::vector<std::vector<uint32_t>> parts(ids.size() / kIdsAtOnce + 1);
  NeighbourLists lists{.starts = std::vector<int64_t>(ids.size() + 1), .ids = {}};
  pool.parallel_for(count, kIdsAtOnce, [&](int64_t begin, int64_t end) {
    std::vector<uint32_t> near;
    for (int64_t k = begin; k < end; ++k) {
      near.clear();
      grid.find(ids[static_cast<size_t>(k)], near);
      auto& part = parts[static_cast<size_t>(k / kIdsAtOnce)];
      part.insert(part.end(), near.begin(), near.end());
      lists.starts[static_cast<size_t>(k) + 1] = static_cast<int64_t>(near.size());
    }
  });
  std::partial_sum(lists.starts.begin(), lists.starts.end(), lists.starts.begin());
  lists.ids.reserve(static_cast<size_t>(lists.starts.back()));
  for (auto& part : parts) {
    lists.ids.insert(lists.ids.end(), part.begin(), part.end());
    part = {};
  }
  return lists;
}

template <int D>
std::vector<uint32_t> counts_of(const State<float>& state, const Scenario& scenario, ThreadPool& pool) {
  std::vector<uint32_t> counts(static_cast<size_t>(state.count()));
  NeighbourGrid<D>(state, scenario, pool).count(counts);
  return counts;
}

}  // namespace

NeighbourLists neighbours_of(const State<float>& state, const Scenario& scenario,
                             const std::optional<std::vector<int64_t>>& ids, ThreadPool& pool) {
  std::vector<int64_t> wanted(ids ? 0 : static_cast<size_t>(state.count()));
  std::iota(wanted.begin(), wanted.end(), 0);
  if (ids) wanted = *ids;
  for (const int64_t id : wanted) {
    if (id < 0 || id >= state.count()) {
      throw UserError(state.count() == 0
                          ? fmt::format("id {} does not exist: there are no boids", id)
                          : fmt::format("id {} does not exist; allowed: 0 to {}", id, state.count() - 1));
    }
  }
  return state.dimensions == 3 ? lists_of<3>(state, scenario, wanted, pool)
                               : lists_of<2>(state, scenario, wanted, pool);
}

std::vector<uint32_t> neighbour_counts(const State<float>& state, const Scenario& scenario,
                                       ThreadPool& pool) {
  return state.dimensions == 3 ? counts_of<3>(state, scenario, pool) : counts_of<2>(state, scenario, pool);
}

}  // namespace murmur
