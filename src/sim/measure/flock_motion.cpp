#include "sim/measure/flock_motion.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "sim/measure/largest_cluster.h"
#include "sim/measure/point_grid.h"

namespace murmur {
namespace {

constexpr size_t kKept = 10;  // number of nearest neighbours that are compared

template <int D>
std::vector<std::array<uint32_t, kKept>> nearest_of(const std::vector<std::array<double, D>>& points,
                                                    const std::optional<std::array<double, D>>& world,
                                                    ThreadPool& pool) {
  std::vector<std::array<uint32_t, kKept>> nearest(points.size());
  each_nearest(Points<D>(points, world), kKept, pool, [&](uint32_t i, const auto& found) {
    for (size_t k = 0; k < kKept; ++k) nearest[i][k] = found[k].second;
    std::sort(nearest[i].begin(), nearest[i].end());
  });
  return nearest;
}

template <class T, int D>
FlockMotion measure(const State<T>& before, const State<T>& state, const Scenario& scenario, ThreadPool& pool,
                    int64_t same_ids) {
  using Point = std::array<double, D>;
  check_measurable(before);
  const Cluster<D> cluster = largest_cluster<T, D>(state, scenario, pool);
  const std::optional<Point> closed_in = cluster.is_closed() ? cluster.world : std::nullopt;
  std::vector<Point> from, to, ways;
  Point mean{};
  for (size_t m = 0; m < cluster.ids.size(); ++m) {
    if (int64_t{cluster.ids[m]} >= std::min(before.count(), same_ids))
      break;  // this and all later boids were added since
    to.push_back(cluster.positions[m]);
    Point& start = from.emplace_back();
    Point& way = ways.emplace_back();
    for (size_t k = 0; k < D; ++k) {
      const size_t at = cluster.ids[m] * D + k;
      way[k] = static_cast<double>(state.position[at]) - static_cast<double>(before.position[at]);
      if (cluster.world) way[k] -= (*cluster.world)[k] * std::round(way[k] / (*cluster.world)[k]);
      start[k] = to.back()[k] - way[k];
      if (closed_in) start[k] = wrapped_coordinate(start[k], (*closed_in)[k]);
      mean[k] += way[k];
    }
  }
  const auto count = static_cast<double>(ways.size());
  FlockMotion motion;
  motion.boids = static_cast<int64_t>(ways.size());
  if (ways.size() <= kKept) return motion;
  double squares = 0.0;
  for (const Point& way : ways)
    for (size_t k = 0; k < D; ++k) squares += std::pow(way[k] - mean[k] / count, 2);
  motion.squared_displacement = squares / count;
  const auto earlier = nearest_of<D>(from, closed_in, pool), now = nearest_of<D>(to, closed_in, pool);
  int64_t kept = 0;
  for (size_t i = 0; i < now.size(); ++i)
    for (const uint32_t j : now[i])
      kept += std::binary_search(earlier[i].begin(), earlier[i].end(), j) ? 1 : 0;
  motion.neighbours_kept = static_cast<double>(kept) / (static_cast<double>(kKept) * count);
  return motion;
}

}  // namespace

template <class T>
FlockMotion measure_motion(const State<T>& before, const State<T>& state, const Scenario& scenario,
                           ThreadPool& pool, int64_t same_ids) {
  if (state.count() == 0) return {};
  return state.dimensions == 3 ? measure<T, 3>(before, state, scenario, pool, same_ids)
                               : measure<T, 2>(before, state, scenario, pool, same_ids);
}
template FlockMotion measure_motion(const State<float>&, const State<float>&, const Scenario&, ThreadPool&,
                                    int64_t);
template FlockMotion measure_motion(const State<double>&, const State<double>&, const Scenario&, ThreadPool&,
                                    int64_t);

std::array<std::pair<std::string_view, double>, 2> motion_values(const FlockMotion& motion) {
  return {
      {{"squared_displacement", motion.squared_displacement}, {"neighbours_kept", motion.neighbours_kept}}};
}

}  // namespace murmur
