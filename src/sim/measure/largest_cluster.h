// The boids of the largest cluster of a flock (boids connected within R), in float64. Used by flock_shape.cpp, flock_motion.cpp
// and turning_front.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
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
  std::vector<Point> positions;  ///< in a periodic world the images nearest to the first boid's
  std::optional<Point> world;    ///< its size; none: it is not periodic
};

/// Of a flock with boids.
template <class T, int D>
Cluster<D> largest_cluster(const State<T>& state, const Scenario& scenario, ThreadPool& pool) {
  const auto boids = static_cast<size_t>(state.count());
  Cluster<D> cluster;
  std::optional<std::array<double, D>>& world = cluster.world;
  if (metrics_are_wrapped(scenario)) {
    world.emplace();
    std::copy_n(scenario.world.size.begin(), D, world->begin());
  }
  typename MetricGrid<D>::Axes position, unit;
  for (size_t k = 0; k < D; ++k) {
    unit[k].assign(boids, 0.0);
    for (size_t i = 0; i < boids; ++i) {
      double p = static_cast<double>(state.position[i * D + k]);
      if (world) p = wrapped_coordinate(p, (*world)[k]);
      position[k].push_back(p);
    }
  }
  cluster.ids = MetricGrid<D>(position, unit, world, scenario.rules.radius, pool).largest_cluster();
  cluster.positions.resize(cluster.ids.size());
  for (size_t m = 0; m < cluster.ids.size(); ++m) {
    for (size_t k = 0; k < D; ++k) {
      double& p = cluster.positions[m][k] = position[k][cluster.ids[m]];
      if (world) p -= (*world)[k] * std::round((p - cluster.positions[0][k]) / (*world)[k]);
    }
  }
  return cluster;
}

}  // namespace murmur
