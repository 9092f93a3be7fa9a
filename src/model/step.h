// The whole step, written once over an executor: contract order -> neighbour sums, steering, integration.
// An executor is a machine's way to run the stages: the CPU's threads (sim/backends/cpu/executor.h), CUDA's
// kernels, or a plain loop in tests (both sim/backends/device/executor.h). Executors provide
//   sort(flock, grid)                 fills flock.sorted_* in the order of (cell, id), and flock.starts
//   update(flock, parameters, grid)   sums, steering and integration for every boid:
//   sim/backends/cpu/update_row.inl, or steer_boid of
//                                     model/device/stages.h
#pragma once

#include <cstdint>

#include "base/bits.h"
#include "model/behaviours.h"
#include "model/events.h"

namespace murmur {

/// The arrays of a flock in an executor's memory. `boids` + kBlockPadding elements where lanes may read past
/// the end.
template <int D>
struct Flock {
  int64_t boids = 0;
  Body<float, D>* bodies = nullptr;         ///< the present state, in any order
  uint32_t* ids = nullptr;                  ///< id of each of `bodies`
  uint32_t* targets = nullptr;              ///< goal index of each of `bodies`, or null without a path
  Body<float, D>* sorted_bodies = nullptr;  ///< the same in contract order
  uint32_t* sorted_ids = nullptr;
  uint32_t* sorted_targets = nullptr;
  uint32_t* cells = nullptr;   ///< (boids,) cell of each of `bodies`
  uint32_t* order = nullptr;   ///< (boids,) index into `bodies` by cell; devices only
  uint32_t* starts = nullptr;  ///< (cells + 1,) first sorted index of each cell
};

template <int D>
MURMUR_HD bool is_finite_body(const Body<float, D>& body) {
  bool finite = true;
  for (int k = 0; k < D; ++k) finite = finite && is_finite(body.p[k]) && is_finite(body.v[k]);
  return finite;
}

/// One step. Afterwards `bodies` is the new state, in the order of `sorted_ids`; the caller swaps ids and
/// targets.
template <int D, class Executor>
void step_flock(Executor& executor, Flock<D>& flock, const Parameters<float, D>& q,
                const CellGrid<float, D>& grid, bool sorted) {
  if (!sorted) executor.sort(flock, grid);
  executor.update(flock, q, grid);
}

}  // namespace murmur
