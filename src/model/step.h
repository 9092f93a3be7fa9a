// One step of a flock: its stages in their order, written once over an executor, which runs the stages. Used
// by the cpu backend (sim/backends/cpu/executor.h: threads and lanes) and by devices
// (sim/backends/device/executor.h: CUDA's kernels, or plain loops in the tests). Executors have
//   begin(stage)                         ends the time of the previous stage and starts that of this one
//   count_boids_in_cells(flock, grid)    fills flock.cells and flock.starts
//   gather(flock, grid)                  fills flock.sorted_* in the order of (cell, id)
//   update_boids(flock, q, grid)         sums, steering and integration of every boid: sorted_* to bodies
//   step_predators(flock, q, predators)  each chases the nearest of sorted_*
//   end()                                ends the time of the last stage
// The loops of the stages differ: CPU threads sort their share and update rows of lanes; a device has a
// thread per boid (model/device/stages.h). The computation for one boid is shared (model/visit.inl,
// steering.inl, behaviours.inl). The reference backend shares the rules but not the step: it tests all pairs
// in plain loops.
#pragma once

#include <cstdint>
#include <limits>

#include "base/bits.h"
#include "model/behaviours.h"
#include "model/columns.h"
#include "model/scatter.h"

namespace murmur {

constexpr uint32_t kNoId = std::numeric_limits<uint32_t>::max();  ///< stands for no id

/// Positions as one array for each axis.
template <int D>
struct AxisPointers {
  float* of[D] = {};
};

/// Pointers to the arrays of a flock in an executor's memory. Arrays have `boids` + kBlockPadding elements where
/// lanes may read past the end.
template <int D>
struct FlockArrays {
  int64_t boids = 0;
  Carried carried = 0;
  Body<float, D>* bodies = nullptr;         ///< the current state, in any order
  uint32_t* ids = nullptr;                  ///< id of each of `bodies`
  Columns<D, float, PointerTo> columns{};   ///< columns of each of `bodies`; null where boids do not keep one
  Body<float, D>* sorted_bodies = nullptr;  ///< `bodies` in contract order
  uint32_t* sorted_ids = nullptr;
  Columns<D, float, PointerTo> sorted_columns{};
  AxisPointers<D> sorted_coordinates;  ///< coordinates of sorted_bodies, or null if lanes do not read them
  uint32_t* cells = nullptr;           ///< (boids,) cell of each of `bodies`
  uint32_t* order = nullptr;           ///< (boids,) index into `bodies` by cell; devices only
  uint32_t* starts = nullptr;          ///< (cells + 1,) first sorted index of each cell
  uint32_t* caught = nullptr;          ///< (boids,) next species by sorted index; only if Rules::catches
  CustomRows<float> custom_rows;       ///< rows of custom rules on a device, by sorted index

  /// Copies the columns of the boid at index `from` to a sorted index.
  MURMUR_HD void sort_columns(int64_t from, uint32_t place) const {
    if (carried) copy_columns(columns, from, sorted_columns, place);
  }
  /// Copies the coordinates of the body at a sorted index to sorted_coordinates.
  void copy_coordinates(int64_t place) const {
    if constexpr (D == 3) {
      for (int k = 0; k < D && sorted_coordinates.of[k]; ++k)
        sorted_coordinates.of[k][place] = sorted_bodies[place].p[k];
    }
  }
};

/// Stores the new species of the boid at sorted index k, once no other boid reads the old one.
template <int D>
struct TakeCaught {
  FlockArrays<D> flock;
  MURMUR_HD void operator()(int64_t k) const { flock.sorted_columns.species[k] = flock.caught[k]; }
};

/// The stages of a step whose times are measured separately.
enum class Stage : uint8_t { kSort, kGather, kRules, kPredators };

/// Sorts the flock into the contract's order; also used for drawing.
template <int D, class Executor>
void sort_flock(Executor& executor, FlockArrays<D>& flock, const CellGrid<float, D>& grid) {
  executor.begin(Stage::kSort);
  executor.count_boids_in_cells(flock, grid);
  executor.begin(Stage::kGather);
  executor.gather(flock, grid);
}

/// Takes one step. `sorted`: the flock is already in order. Afterwards `bodies` is the new state, in the order of
/// `sorted_ids`; the caller swaps ids and columns. `sorted_*` remains the state before the step, which predators
/// read.
template <int D, class Executor, class Predators>
void step_flock(Executor& executor, FlockArrays<D>& flock, Predators& predators,
                const Parameters<float, D>& q, const CellGrid<float, D>& grid, bool sorted) {
  if (flock.boids > 0 && !sorted) sort_flock(executor, flock, grid);
  executor.begin(Stage::kRules);
  if (flock.boids > 0) executor.update_boids(flock, q, grid);
  executor.begin(Stage::kPredators);
  executor.step_predators(flock, q, predators);
  executor.end();
}

}  // namespace murmur
