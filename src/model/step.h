// One step of a flock: its stages in their order, written once over an executor, which runs the stages. Used
// by the cpu backend (sim/backends/cpu/executor.h: threads and lanes) and by devices
// (sim/backends/device/executor.h: CUDA's kernels, or plain loops in the tests). Executors have
//   begin(stage)                         ends the time of the previous stage and starts that of this one
//   count_cells(flock, grid)             fills flock.cells and flock.starts
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

constexpr uint32_t kNoId = std::numeric_limits<uint32_t>::max();  ///< instead of an id: none

/// Positions as one array for each axis.
template <int D>
struct AxisPointers {
  float* of[D] = {};
};

/// The arrays of a flock in an executor's memory, with `boids` + kBlockPadding elements where lanes may read
/// past the end.
template <int D>
struct FlockArrays {
  int64_t boids = 0;
  Carried carried = 0;
  Body<float, D>* bodies = nullptr;         ///< the current state, in any order
  uint32_t* ids = nullptr;                  ///< id of each of `bodies`
  Columns<D, float, PointerTo> columns{};   ///< what each of `bodies` keeps; null where it is not carried
  Body<float, D>* sorted_bodies = nullptr;  ///< `bodies` in contract order
  uint32_t* sorted_ids = nullptr;
  Columns<D, float, PointerTo> sorted_columns{};
  AxisPointers<D> sorted_coordinates;  ///< coordinates of sorted_bodies if lanes read them (3-D); or null
  uint32_t* cells = nullptr;           ///< (boids,) cell of each of `bodies`
  uint32_t* order = nullptr;           ///< (boids,) index into `bodies` by cell; devices only
  uint32_t* starts = nullptr;          ///< (cells + 1,) first sorted index of each cell
  uint32_t* caught = nullptr;     ///< (boids,) species after the step by sorted place; only if Rules::catches
  CustomRows<float> custom_rows;  ///< rows of custom rules, on a device: by sorted place

  /// Copies what the boid at index `from` keeps to a sorted place.
  MURMUR_HD void sort_columns(int64_t from, uint32_t place) const {
    if (carried) copy_columns(columns, from, sorted_columns, place);
  }
  /// Copies those of a sorted place from its body.
  void copy_coordinates(int64_t place) const {
    if constexpr (D == 3) {
      for (int k = 0; k < D && sorted_coordinates.of[k]; ++k)
        sorted_coordinates.of[k][place] = sorted_bodies[place].p[k];
    }
  }
};

/// Gives the boid at sorted place k its species after the step, once no other boid looks at that before it.
template <int D>
struct TakeCaught {
  FlockArrays<D> flock;
  MURMUR_HD void operator()(int64_t k) const { flock.sorted_columns.species[k] = flock.caught[k]; }
};

/// The stages that are timed separately.
enum class Stage : uint8_t { kSort, kGather, kRules, kPredators };

/// Brings the flock into the contract's order; also used for drawing.
template <int D, class Executor>
void sort_flock(Executor& executor, FlockArrays<D>& flock, const CellGrid<float, D>& grid) {
  executor.begin(Stage::kSort);
  executor.count_cells(flock, grid);
  executor.begin(Stage::kGather);
  executor.gather(flock, grid);
}

/// One step; `sorted`: the flock is already in order. Afterwards `bodies` is the new state, in the order of
/// `sorted_ids`; the caller swaps ids and columns. `sorted_*` remains the state before the step, which
/// predators read.
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
