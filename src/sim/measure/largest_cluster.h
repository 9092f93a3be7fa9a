// The boids of the largest cluster of a flock (boids connected within R), in float64. Used by flock_shape.cpp, flock_motion.cpp
// and turning_front.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/measure/metric_grid.h"
#include "sim/measure/metrics.h"
#include "sim/scenario/scenario.h"
#include "sim/state/state.h"
#include "sim/util/thread_pool.h"

namespace murmur {

template <int D>
struct Cluster {
  using Point = std::array<double, D>;
  std::vector<uint32_t> ids;     ///< ids of the boids, ascending
  std::vector<Point> positions;  ///< images next to each other, if the world is periodic
  std::optional<Point> world;    ///< size of a periodic world; none: the world is open
  /// Axes around which the cluster closes in a periodic world; then there are no such images, and positions are inside the world.
  std::array<bool, D> closes{};
  bool is_closed() const { return std::ranges::any_of(closes, std::identity()); }
};

/// The largest cluster of a flock with at least one boid. Does not depend on ids or on where a periodic world has its
/// borders: of equally large clusters, the one with the fastest boid is chosen.
template <class T, int D>
Cluster<D> largest_cluster(const State<T>& state, const Scenario& scenario, ThreadPool& pool) {
  check_measurable(state);
  const auto boids = static_cast<size_t>(state.count());
  Points<D> points;
  points.take(state.position, scenario.world.size, scenario.world.repeats(), pool);
  std::vector<double> speed_squared(boids);
  for (size_t i = 0; i < boids; ++i) {
    const std::array<double, D> v = row_of<D>(state.velocity, i);
    speed_squared[i] = inner(v, v);
  }
  MetricGrid<D> grid(pool);
  grid.place(points, scenario.rules.radius);
  Cluster<D> cluster;
  cluster.ids = grid.largest_cluster(speed_squared);
  cluster.world = points.world;
  std::vector<std::array<int32_t, D>> worlds(cluster.ids.size());
  if (cluster.world) worlds = grid.images(cluster.ids, cluster.closes);
  if (cluster.is_closed()) std::ranges::fill(worlds, std::array<int32_t, D>{});
  cluster.positions.resize(cluster.ids.size());
  for (size_t m = 0; m < cluster.ids.size(); ++m) {
    for (size_t k = 0; k < D; ++k) {
      double& p = cluster.positions[m][k] = points.axes[k][cluster.ids[m]];
      if (worlds[m][k] != 0) p += worlds[m][k] * (*cluster.world)[k];
    }
  }
  return cluster;
}

}  // namespace murmur
