// The executor of model/step.h for devices: each of its stages as calls of a machine's few primitives
// (for_each, sums, steer; see sim/backends/device/flock.h). CUDA and the tests' plain loop share every line
// of it.
#pragma once

#include "model/device/stages.h"

namespace murmur {

template <int D, class Machine>
class DeviceExecutor {
 public:
  using Atomic = typename Machine::Atomic;

  DeviceExecutor(Machine& machine, const CellScratch& scratch, StepBlock* block, bool some_outside)
      : machine_(machine), scratch_(scratch), block_(block), some_outside_(some_outside) {}

  /// By rank, a thread per boid: cells of a dense flock hold hundreds.
  void sort(Flock<D>& flock, const CellGrid<float, D>& grid) {
    const int64_t n = flock.boids, cells = grid.cells();
    machine_.zero(flock.starts, (static_cast<size_t>(cells) + 1) * sizeof(uint32_t));
    machine_.for_each("count", n, CountInCell<D, Atomic>{grid, flock, scratch_.ranks});
    machine_.sums_before(flock.starts, cells + 1);
    machine_.for_each("place", n, PlaceInCell<D>{flock, scratch_});
    machine_.for_each("gather", n, GatherByRank<D>{flock, scratch_.cell_ids, grid});
  }

  void update(Flock<D>& flock, const Parameters<float, D>& q, const CellGrid<float, D>& grid) {
    machine_.begin_rules();
    if (grid.images == Images::kChecked) {
      if (some_outside_) {
        machine_.for_each("outside", flock.boids,
                          MeasureOutside<D, Atomic>{flock.sorted_bodies, q.world, block_});
      }
      machine_.for_each("reach", 1, SetReach<D>{q.world, grid, q.rules.radius, block_});
    }
    const SteerArguments<D> arguments{flock, q, grid, block_, machine_.alarm()};
    machine_.steer(arguments, sum_kind(q.rules));
    if (q.behaviours.any) machine_.for_each("advance", flock.boids, AdvanceBoid<D, Atomic>{arguments});
  }

 private:
  Machine& machine_;
  CellScratch scratch_;
  StepBlock* block_;
  bool some_outside_;
};

}  // namespace murmur
