// The boids of the largest cluster of a flock (boids connected within R), in float64. Used by flock_shape.cpp, flock_motion.cpp
// and turning_front.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
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
  std::vector<uint32_t> ids;     ///< ascending
  std::vector<Point> positions;  ///< images that lie beside each other, if the world is periodic
  std::optional<Point> world;    ///< its size; none: it is not periodic
  /// The axes around which it closes, in a periodic world: then no images do, and positions are those inside the world.
  std::array<bool, D> closes{};
  bool is_closed() const { return std::ranges::any_of(closes, std::identity()); }
};

/// The largest cluster of a flock with boids. Does not depend on ids, nor on where a periodic world has its borders: of equally large
/// clusters it is that with the fastest boid.
template <class T, int D>
Cluster<D> largest_cluster(const State<T>& state, const Scenario& scenario, ThreadPool& pool) {
  check_measurable(state);
  const auto boids = static_cast<size_t>(state.count());
  Cluster<D> cluster;
  std::optional<std::array<double, D>>& world = cluster.world;
  if (scenario.world.repeats()) {
    world.emplace();
    std::copy_n(scenario.world.size.begin(), D, world->begin());
  }
  typename MetricGrid<D>::Axes position, unit;
  std::vector<double> speed_squared(boids, 0.0);
  for (size_t k = 0; k < D; ++k) {
    unit[k].assign(boids, 0.0);
    for (size_t i = 0; i < boids; ++i) {
      double p = static_cast<double>(state.position[i * D + k]);
      if (world) p = wrapped_coordinate(p, (*world)[k]);
      position[k].push_back(p);
      speed_squared[i] += std::pow(static_cast<double>(state.velocity[i * D + k]), 2);
    }
  }
  MetricGrid<D> grid(position, unit, world, scenario.rules.radius, pool);
  cluster.ids = grid.largest_cluster(speed_squared);
  std::vector<std::array<int32_t, D>> worlds(cluster.ids.size());
  if (world) worlds = grid.images(cluster.ids, cluster.closes);
  if (cluster.is_closed()) std::ranges::fill(worlds, std::array<int32_t, D>{});
  cluster.positions.resize(cluster.ids.size());
  for (size_t m = 0; m < cluster.ids.size(); ++m) {
    for (size_t k = 0; k < D; ++k) {
      double& p = cluster.positions[m][k] = position[k][cluster.ids[m]];
      if (worlds[m][k] != 0) p += worlds[m][k] * (*world)[k];
    }
  }
  return cluster;
}

}  // namespace murmur
