#include "sim/measure/neighbours.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "model/cell_grid.h"
#include "sim/measure/metric_grid.h"
#include "sim/measure/point_grid.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

template <int D>
class NeighbourGrid : PointGrid<D> {
  using Base = PointGrid<D>;
  using typename Base::Axes, typename Base::Range;

 public:
  NeighbourGrid(const State<float>& state, const Scenario& scenario, ThreadPool& pool)
      : Base(axes_of(state, scenario), world_of(scenario), side_for(scenario),
             static_cast<double>(state.count()) + 64.0, pool),
        state_(state),
        scenario_(scenario),
        id_(this->in_order()) {}

  void find(int64_t id, std::vector<uint32_t>& near) const {
    const size_t place = this->places_[static_cast<size_t>(id)];
    const auto centre = this->coordinates(this->cell_of([&](size_t k) { return this->p_[k][place]; }));
    std::vector<Range> ranges;
    this->find_shell(centre, -1, 1, ranges);
    for (const auto& [first, end] : ranges)
      for (size_t n = first; n < end; ++n)
        if (id_[n] != id && is_near(id, id_[n])) near.push_back(id_[n]);
    std::sort(near.begin(), near.end());
  }

 private:
  /// Side of a cell: no rounding puts two boids within R two cells apart.
  static double side_for(const Scenario& scenario) {
    double side = 1.0001 * scenario.rules.radius + 1e-30;
    if (const auto world = world_of(scenario)) side += 1e-6 * *std::max_element(world->begin(), world->end());
    return side;
  }
  static std::optional<std::array<double, D>> world_of(const Scenario& scenario) {
    if (scenario.world.metric != Metric::kWrapped) return {};
    std::array<double, D> size;
    std::copy_n(scenario.world.size.begin(), D, size.begin());
    return size;
  }
  static Axes axes_of(const State<float>& state, const Scenario& scenario) {
    const auto world = world_of(scenario);
    Axes axes;
    for (size_t k = 0; k < D; ++k) axes[k].resize(static_cast<size_t>(state.count()));
    for (size_t n = 0; n < state.position.size(); ++n) {
      const double x = state.position[n];
      axes[n % D][n / D] = world ? wrapped_coordinate(x, (*world)[n % D]) : x;
    }
    return axes;
  }
  bool is_near(int64_t id, uint32_t other) const {
    const auto radius = static_cast<float>(scenario_.rules.radius);
    const float *const own = &state_.position[static_cast<size_t>(id) * D],
                       *const its = &state_.position[static_cast<size_t>(other) * D];
    Vec<float, D> d;
    for (int k = 0; k < D; ++k) {
      const auto size = static_cast<float>(scenario_.world.size[static_cast<size_t>(k)]);
      d[k] = (its[k] + (this->wrapped_ ? image_shift(own[k], its[k], size, size / 2.0f) : 0.0f)) - own[k];
    }
    return dot(d, d) < radius * radius;
  }

  const State<float>& state_;
  const Scenario& scenario_;
  std::vector<uint32_t> id_;  // ids of the sorted points
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

}  // namespace murmur
