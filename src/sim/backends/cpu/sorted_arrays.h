// Arrays of a CPU step in addition to HostBoids: the boids in the contract's order, and the cells that give this
// order. The cpu backend has them for a whole flock, each rank for its slab. Owns memory only; the executor fills it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/step.h"
#include "sim/backends/cpu/row_update.h"
#include "sim/backends/host_boids.h"

namespace murmur {

template <int D>
struct SortedArrays {
  std::vector<Body<float, D>> bodies;  ///< the boids, and the halo of a rank
  std::vector<uint32_t> ids, cells, starts, caught;
  Columns<D, float, VectorOf> columns;
  std::vector<float> coordinates[D];  ///< coordinates of `bodies`, if a step reads them

  /// Resizes the arrays. Call after every change of the number of boids.
  void resize(const HostBoids<float, D>& boids) {
    const int64_t count = boids.count();
    grow(bodies, std::max(count + kBlockPadding, static_cast<int64_t>(bodies.size())));
    for (auto* array : {&ids, &cells}) grow(*array, count);
    grow(caught, boids.pointers().species ? count : 0);
    each_column(
        [&](const ColumnInfo& info, auto& column) { grow(column, boids.carried() & info.bit ? count : 0); },
        columns);
  }

  /// Pointers to all arrays for a world with `cell_count` cells; valid until an array or the boids change.
  FlockArrays<D> flock_arrays(HostBoids<float, D>& boids, int64_t cell_count, bool reads_coordinates) {
    starts.resize(static_cast<size_t>(cell_count) + 1);
    return {.boids = boids.count(),
            .carried = boids.carried(),
            .bodies = boids.bodies().data(),
            .ids = boids.ids().data(),
            .columns = boids.pointers(),
            .sorted_bodies = bodies.data(),
            .sorted_ids = ids.data(),
            .sorted_columns = pointers_to(columns),
            .sorted_coordinates = reads_coordinates ? with_coordinates() : AxisPointers<D>{},
            .cells = cells.data(),
            .starts = starts.data(),
            .caught = caught.data()};
  }

  /// Pointers to the coordinates, resized to the number of bodies.
  AxisPointers<D> with_coordinates() {
    AxisPointers<D> pointers;
    for (int k = 0; k < D; ++k) {
      grow(coordinates[k], static_cast<int64_t>(bodies.size()));
      pointers.of[k] = coordinates[k].data();
    }
    return pointers;
  }

  /// Copies the sorted order to `boids`. Call after a step, whose bodies are in this order.
  void give_order_to(HostBoids<float, D>& boids) {
    std::swap(boids.ids(), ids);
    each_column(
        [&](const ColumnInfo&, auto& own, auto& sorted) {
          std::swap(own, sorted);
          own.resize(std::min(own.size(), static_cast<size_t>(boids.count())));  // drops the halo
        },
        boids.columns(), columns);
  }
};

/// Largest distance of a boid from a wrapped world.
template <int D>
float farthest_outside(const World<float, D>& world, const HostBoids<float, D>& boids) {
  float worst = 0.0f;
  for (size_t i = 0; i < static_cast<size_t>(boids.count()); ++i)
    worst = std::max(worst, distance_outside(world, boids.bodies()[i].p));
  return worst;
}

}  // namespace murmur
