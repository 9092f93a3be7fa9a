// The whole step, written once over an executor: cells -> contract order -> neighbour sums, steering, integration.
// An executor is a machine's way to run the stages: the CPU's threads (sim/cpu_executor.h), CUDA's kernels, or a plain
// loop in tests. Executors provide
//   sort_by_cell(n, cells, cell_of, flock)   fills flock.order and flock.starts, cells ascending, in any order within one
//   for_each(name, n, functor)               functor(i) for i in [0, n), in any order and at once
//   update(flock, parameters, grid)          UpdateBoid for every boid, or something faster with the same bits
#pragma once

#include <cstdint>

#include "base/bits.h"
#include "model/behaviours.h"
#include "model/events.h"

namespace murmur {

/// The arrays of a flock in an executor's memory. `boids` + kBlockPadding elements where lanes may read past the end.
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
  uint32_t* order = nullptr;   ///< (boids,) index into `bodies` by cell
  uint32_t* starts = nullptr;  ///< (cells + 1,) first sorted index of each cell
};

/// Stage 1: the cell of a boid.
template <int D>
struct CellOf {
  const Body<float, D>* bodies;
  CellGrid<float, D> grid;
  MURMUR_HD uint32_t operator()(int64_t i) const { return grid.cell(bodies[i].p); }
};

/// Stage 3: moves boids to their sorted places, in ascending id within a cell (the contract's last tie-break). Boids
/// stay sorted from step to step, so only the few that just entered a cell come out of order.
template <int D>
struct GatherCell {
  Flock<D> flock;

  MURMUR_HD void operator()(int64_t cell) const { range(flock.starts[cell], flock.starts[cell + 1]); }

  /// Sorted places [begin, end) of whole cells.
  MURMUR_HD void range(uint32_t begin, uint32_t end) const {
    uint32_t last_cell = 0xffffffffu, last_id = 0;
    for (uint32_t k = begin; k < end; ++k) {
      const uint32_t from = flock.order[k], id = flock.ids[from], cell = flock.cells[from];
      put(k, from, id);
      // One rarely taken branch: & instead of && keeps the two unpredictable comparisons out of the branch predictor.
      if ((cell == last_cell) & (id < last_id)) {
        move_down(k, from, id, flock.starts[cell]);
      } else {
        last_id = id;
      }
      last_cell = cell;
    }
  }

 private:
  MURMUR_HD void put(uint32_t place, uint32_t from, uint32_t id) const {
    flock.sorted_ids[place] = id;
    flock.sorted_bodies[place] = flock.bodies[from];
    if (flock.targets) flock.sorted_targets[place] = flock.targets[from];
  }
  MURMUR_HD void move_down(uint32_t place, uint32_t from, uint32_t id, uint32_t first) const {
    for (; place > first && flock.sorted_ids[place - 1] > id; --place) {
      flock.sorted_ids[place] = flock.sorted_ids[place - 1];
      flock.sorted_bodies[place] = flock.sorted_bodies[place - 1];
      if (flock.targets) flock.sorted_targets[place] = flock.sorted_targets[place - 1];
    }
    put(place, from, id);
  }
};

/// Stage 4 for one boid: from its neighbours' state before the step to its own state after it.
template <int D, SumKind K, Images I>
MURMUR_HD inline Body<float, D> update_boid(const Flock<D>& flock, const Parameters<float, D>& q, const CellGrid<float, D>& grid,
                                            int64_t k) {
  Body<float, D> body = flock.sorted_bodies[k];
  const int32_t column = grid.coordinate(0, body.p[0]), row = grid.coordinate(1, body.p[1]);
  int32_t layer = 0;
  if constexpr (D == 3) layer = grid.coordinate(2, body.p[2]);
  const auto self = make_self<float, D, K>(q.rules, body.p, body.v);
  const uint32_t own = static_cast<uint32_t>(k);
  const auto sum = sum_neighbours<float, D, K, I>(grid, flock.starts, flock.sorted_bodies, q, self, own, own + 1, layer, row,
                                                  column, column);
  const Vec<float, D> dv = steer_by_rules(q.rules, sum, body.v);
  if (!q.behaviours.any) {
    advance_plain(q, dv, body.p, body.v);
  } else {
    uint32_t unused = 0;
    advance(q, flock.sorted_ids[k], dv, body.p, body.v, flock.sorted_targets ? flock.sorted_targets[k] : unused);
  }
  return body;
}

template <int D>
MURMUR_HD bool is_finite_body(const Body<float, D>& body) {
  bool finite = true;
  for (int k = 0; k < D; ++k) finite = finite && is_finite(body.p[k]) && is_finite(body.v[k]);
  return finite;
}

/// Stages 1 to 3: brings a flock into contract order.
template <int D, class Executor>
void sort_flock(Executor& executor, Flock<D>& flock, const CellGrid<float, D>& grid) {
  executor.sort_by_cell(flock.boids, grid.cells(), CellOf<D>{flock.bodies, grid}, flock);
  executor.for_each("gather", grid.cells(), GatherCell<D>{flock});
}

/// One step. Afterwards `bodies` is the new state, in the order of `sorted_ids`; the caller swaps ids and targets.
template <int D, class Executor>
void step_flock(Executor& executor, Flock<D>& flock, const Parameters<float, D>& q, const CellGrid<float, D>& grid, bool sorted) {
  if (!sorted) sort_flock(executor, flock, grid);
  executor.update(flock, q, grid);
}

}  // namespace murmur
