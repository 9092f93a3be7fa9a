// The executor of model/step.h for devices: each stage is calls of a device's primitives (for_each, sums_before,
// steer; see sim/backends/device/flock.h). Shared by all devices. A Device also has
//   works_in_parts()                      whether an update must be several kernels: a million boids in a cell take
// seconds,
//                                         and a driver that also draws would end such a kernel
//   run_compiled_rules(arguments, kind)   runs custom rules that the device has compiled; false: they are to be
// interpreted
#pragma once

#include <utility>

#include "model/device/steer.h"
#include "sim/backends/device/update_kernel.h"

namespace murmur {

template <int D, class Device>
class DeviceExecutor {
 public:
  using Atomic = typename Device::Atomic;

  DeviceExecutor(Device& device, const CellScratch& scratch, StepBlock* block, bool some_outside,
                 UpdateKernel kernel)
      : device_(device), scratch_(scratch), block_(block), some_outside_(some_outside), kernel_(kernel) {}

  /// Begins a stage. A device's timer is read only once within a step, between sorting and the rest.
  void begin(Stage stage) {
    if (stage == Stage::kRules) device_.begin_rules();
  }
  void end() {}

  void count_boids_in_cells(FlockArrays<D>& flock, const CellGrid<float, D>& grid) {
    device_.for_each("count", flock.boids, CountInCell<D, Atomic>{grid, flock, scratch_});
    device_.sums_before(scratch_.counts, flock.starts, grid.cells() + 1);
  }

  /// Moves boids to their sorted indices, one thread for each boid, because a cell of a dense flock has hundreds.
  void gather(FlockArrays<D>& flock, const CellGrid<float, D>& grid) {
    device_.for_each("place", flock.boids, PlaceInCell<D>{flock, scratch_});
    device_.for_each("gather", flock.boids, GatherByRank<D>{flock, scratch_.cell_ids, grid});
  }

  void update_boids(FlockArrays<D>& flock, const Parameters<float, D>& q, const CellGrid<float, D>& grid) {
    if (grid.images == Images::kChecked) {
      if (some_outside_) {
        device_.for_each("outside", flock.boids,
                         MeasureOutside<D, Atomic>{flock.sorted_bodies, q.world, block_});
      }
      device_.for_each("reach", 1, SetReach<D>{q.world, grid, q.rules.radius, block_});
    }
    const int64_t parts = device_.works_in_parts() ? 64 : 1;
    for (int64_t part = 0; part < parts; ++part)
      update_places(flock, q, grid, flock.boids * part / parts, flock.boids * (part + 1) / parts);
    store_next_states(flock, q);
  }

  /// Stores new species of caught boids and custom states, which other boids read during the update. Call after the
  /// last update_places() of a step.
  void store_next_states(const FlockArrays<D>& flock, const Parameters<float, D>& q) {
    if (q.rules.catches) device_.for_each("catch", flock.boids, TakeCaught<D>{flock});
    if (q.behaviours.custom.nexts.size > 0)
      device_.for_each("custom states", flock.boids,
                       TakeCustomStates<D, Atomic>{flock, q.behaviours.custom, block_, device_.fault_flag()});
  }

  /// Updates the boids at sorted indices first .. last - 1; block->reach must be set.
  void update_places(const FlockArrays<D>& flock, const Parameters<float, D>& q,
                     const CellGrid<float, D>& grid, int64_t first, int64_t last) {
    if (first >= last) return;
    SteerArguments<D> arguments{flock, q, grid, block_, device_.fault_flag(), first};
    arguments.flock.boids = last;
    if (grid.images == Images::kChecked)
      steer<Images::kChecked>(arguments);
    else
      steer<Images::kUnique>(arguments);
    if (q.behaviours.walls.act()) {
      device_.for_each("advance among walls", last - first, AdvanceBoid<D, Atomic, true>{arguments});
    } else if (q.behaviours.any) {
      device_.for_each("advance", last - first, AdvanceBoid<D, Atomic, false>{arguments});
    }
  }

  template <class Predators>
  void step_predators(const FlockArrays<D>& flock, const Parameters<float, D>& q, Predators& predators) {
    predators.step(flock, q, block_);
  }

 private:
  /// Computes neighbours and rules. Images::kUnique also serves grids with kNone.
  template <Images I>
  void steer(const SteerArguments<D>& arguments) {
    const int64_t boids = arguments.flock.boids - arguments.first;
    const SumKind kind = kind_with(arguments.parameters.rules.kind, arguments.grid.images);
    if (arguments.parameters.behaviours.custom.act() && !device_.run_compiled_rules(arguments, kind))
      device_.for_each("custom rules", boids, RunCustomRules<D, I>{arguments});
    switch (kind.neighbours) {
      case Neighbours::kAll:
        return device_.steer(arguments, kind, kernel_);
      case Neighbours::kNearest:
        if (kind.walls)
          return device_.for_each("nearest", boids, SteerNearest<D, true, I, Atomic>{arguments});
        return device_.for_each("nearest", boids, SteerNearest<D, false, I, Atomic>{arguments});
      case Neighbours::kInOctants:
        return device_.for_each_with_memory("octants", boids, SteerOctants<D, I, Atomic>{arguments});
    }
  }

  Device& device_;
  CellScratch scratch_;
  StepBlock* block_;
  bool some_outside_;
  UpdateKernel kernel_;
};

}  // namespace murmur
