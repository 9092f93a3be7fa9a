// The stages of a step for devices with thousands of threads: one boid per thread, and integer atomics.
// Functors over plain arrays and an atomics policy, so that a plain loop on the host can run them too
// (tests/backends/device_pipeline_test.cpp). sim/backends/device/flock.h and model/step.h define the order of
// stages.
//
// The contract order without a stable sort: count boids per cell, compute prefix sums, place each boid
// anywhere in its cell, then compute its final place as the number of smaller ids in that cell. This needs
// less memory traffic than a radix sort. The last stage reads at most 1/27 of the candidates that the update
// visits, at any density.
#pragma once

#include <cstdint>
#include <limits>

#include "base/bits.h"
#include "model/behaviours.h"
#include "model/scatter.h"
#include "model/step.h"

namespace murmur {

constexpr uint64_t kNever = std::numeric_limits<uint64_t>::max();

/// Values that change from step to step, in device memory, so that one recorded step can be launched many
/// times.
struct StepBlock {
  uint64_t step = 0;  ///< steps taken before this one
  float cohesion_sign = 1.0f;
  float wind[3] = {};
  bool wind_acts = false;
  int32_t reach[3] = {};         ///< cells, for Images::kChecked
  uint32_t outside = 0;          ///< bits of the largest distance of a boid outside a wrapped world
  uint32_t fault_id = kNoId;     ///< lowest id that was not finite after ...
  uint64_t fault_step = kNever;  ///< ... the step with this number; later steps change nothing.
                                 ///< Written at the start of the next step, when no thread reads it

  MURMUR_HD bool halted() const { return fault_step < step; }
  /// Steps taken before the faulty one; without a fault, before this one.
  uint64_t faulty_step() const { return fault_step == kNever ? step : fault_step; }
};

/// Scratch of the sort. Gathering does not read cells and ranks, so they may share memory with its results.
struct CellScratch {
  uint32_t* ranks = nullptr;     ///< (boids,) place of a boid in its cell, in order of arrival
  uint32_t* cell_ids = nullptr;  ///< (boids,) ids by cell, in order of arrival
  uint32_t* counts = nullptr;    ///< (cells + 1,) boids per cell; 0 between sorts
};

/// All inputs of the update of a boid; passed to kernels by value.
template <int D>
struct SteerArguments {
  FlockArrays<D> flock;
  Parameters<float, D> parameters;
  CellGrid<float, D> grid;
  StepBlock* block = nullptr;
  uint32_t* fault_flag =
      nullptr;        ///< set when a fault is found; in memory that the host can read without waiting
  int64_t first = 0;  ///< sorted place of the first boid to update; flock.boids is the end
};

/// What the host knows of the next step.
template <int D>
StepBlock values_of_step(const Parameters<float, D>& q) {
  StepBlock values;
  values.step = q.step;
  values.cohesion_sign = q.rules.cohesion_sign;
  values.wind_acts = q.wind_acts;
  for (int k = 0; k < D; ++k) values.wind[k] = q.wind[k];
  return values;
}

/// Stores them in the block.
struct SetStep {
  StepBlock* block;
  StepBlock values;
  MURMUR_HD void operator()(int64_t) const {
    if (block->fault_id != kNoId && block->fault_step == kNever) block->fault_step = block->step;
    block->step = values.step;
    block->cohesion_sign = values.cohesion_sign;
    block->wind_acts = values.wind_acts;
    for (int k = 0; k < 3; ++k) block->wind[k] = values.wind[k];
  }
};

/// Stage 1: counts boids per cell; counts[] must be 0 before.
template <int D, class Atomic>
struct CountInCell {
  CellGrid<float, D> grid;
  FlockArrays<D> flock;
  CellScratch scratch;
  MURMUR_HD void operator()(int64_t i) const {
    const uint32_t cell = grid.cell(flock.bodies[i].p);
    flock.cells[i] = cell;
    scratch.ranks[i] = Atomic::add(scratch.counts + cell, uint32_t{1});
  }
};

/// Stage 2, after the prefix sums of starts[]: places boids in their cells, in any order.
template <int D>
struct PlaceInCell {
  FlockArrays<D> flock;
  CellScratch scratch;
  MURMUR_HD void operator()(int64_t i) const {
    const uint32_t place = flock.starts[flock.cells[i]] + scratch.ranks[i];
    flock.order[place] = static_cast<uint32_t>(i);
    scratch.cell_ids[place] = flock.ids[i];
  }
};

/// Stage 3: moves the boid at arrival place k to its place by id.
template <int D>
struct GatherByRank {
  FlockArrays<D> flock;
  const uint32_t* cell_ids;
  CellGrid<float, D> grid;
  MURMUR_HD void operator()(int64_t k) const {
    const uint32_t from = flock.order[k], id = cell_ids[k];
    const Body<float, D> body = flock.bodies[from];
    const uint32_t cell = grid.cell(body.p), end = flock.starts[cell + 1];
    uint32_t place = flock.starts[cell];
    for (uint32_t j = place; j < end; ++j) place += cell_ids[j] < id ? 1u : 0u;
    flock.sorted_ids[place] = id;
    flock.sorted_bodies[place] = body;
    flock.sort_columns(from, place);
  }
};

/// Measures the largest distance of a boid outside a wrapped world; block->outside must be 0 before.
template <int D, class Atomic>
struct MeasureOutside {
  const Body<float, D>* bodies;
  World<float, D> world;
  StepBlock* block;
  MURMUR_HD void operator()(int64_t i) const {
    const float outside = distance_outside(world, bodies[i].p);
    if (outside > 0.0f)
      Atomic::max(&block->outside, bits_of(outside));  // bits of positive floats keep their order
  }
};

/// Computes the cells to visit from that distance.
template <int D>
struct SetReach {
  World<float, D> world;
  CellGrid<float, D> grid;
  float radius;
  StepBlock* block;
  MURMUR_HD void operator()(int64_t) const {
    float outside;
    memcpy(&outside, &block->outside, sizeof outside);
    for (int k = 0; k < D; ++k)
      block->reach[k] = cells_in_reach(radius, outside, grid.count[k], world.size[k]);
    block->outside = 0;
  }
};

/// The parameters of the current step.
template <int D>
MURMUR_HD inline Parameters<float, D> parameters_of_step(const Parameters<float, D>& parameters,
                                                         const StepBlock& block) {
  Parameters<float, D> q = parameters;
  q.step = block.step;
  q.rules.cohesion_sign = block.cohesion_sign;
  q.wind_acts = block.wind_acts;
  for (int k = 0; k < D; ++k) q.wind[k] = block.wind[k];
  return q;
}

template <int D, class Atomic>
MURMUR_HD inline void report_fault(const SteerArguments<D>& a, const Body<float, D>& body, int64_t k) {
  if (all_finite(body.p, body.v) && all_finite(columns_at(a.flock.sorted_columns, k))) return;
  Atomic::min(&a.block->fault_id, a.flock.sorted_ids[k]);
  *a.fault_flag = 1;
}

/// The end of stage 4: rules, and without behaviours the rest of the step. With behaviours it stores dv and n in place of the
/// new position and velocity for AdvanceBoid, whose registers would slow this kernel down.
template <int D, SumKind K, class Atomic>
MURMUR_INLINE void finish_boid(const SteerArguments<D>& a, const NeighbourSum<float, D>& sum, int64_t k,
                               Body<float, D> body) {
  Parameters<float, D> q = parameters_of_step(a.parameters, *a.block);
  if constexpr (!K.species) q.rules.species.size = 0;  // so that the compiler leaves out what asks for them
  const Traits<float> own = traits_of<K>(q.rules, a.flock.sorted_columns, k);
  const Vec<float, D> dv = steer_by_rules(q.rules, own, sum, body.v, columns_at(a.flock.sorted_columns, k));
  if constexpr (K.species) {
    if (q.rules.catches) a.flock.caught[k] = species_after(own, sum.catchers, a.flock.sorted_columns, k);
  }
  if (q.behaviours.any) {
    body.p = dv;
    body.v[0] = sum.count;
    a.flock.bodies[k] = body;
    return;
  }
  advance_plain(q, own, dv, body.p, body.v);
  a.flock.bodies[k] = body;
  report_fault<D, Atomic>(a, body, k);
}

/// `sum` of the boid at sorted place k over its neighbours, one run of candidates after the other. With OctantSlots, over the nearest in
/// each octant, which are found in them.
template <int D, SumKind K, Images I, bool kNearest, class Sum, class... Slots>
MURMUR_INLINE Sum sum_of_boid(const Sum& sum, const SteerArguments<D>& a, int64_t k,
                              const Body<float, D>& body, Slots&... slots) {
  CellGrid<float, D> grid = a.grid;
  const int32_t column = grid.coordinate(0, body.p[0]), row = grid.coordinate(1, body.p[1]);
  int32_t layer = 0;
  if constexpr (D == 3) layer = grid.coordinate(2, body.p[2]);
  if constexpr (I == Images::kChecked) {
    const int32_t cell[3] = {column, row, layer};
    bool inner = true;  // no border is within reach: the cells of a flock without boids outside suffice
    for (int axis = 0; axis < D; ++axis) {
      const int32_t reach = a.block->reach[axis];
      inner = inner && cell[axis] >= reach && cell[axis] < grid.count[axis] - reach;
    }
    for (int axis = 0; axis < D && !inner; ++axis) grid.reach[axis] = a.block->reach[axis];
  }
  const uint32_t own = static_cast<uint32_t>(k);
  const Block block{own, own + 1, layer, row, column, column};
  const FlockArrays<D>& flock = a.flock;
  if constexpr (sizeof...(Slots) > 0) {
    const Rules<float>& rules = a.parameters.rules;
    const auto seer = make_self_of<K, float, D>(a.parameters, body.p, body.v, flock.sorted_columns, k);
    find_octants<float, D, I>(slots..., grid, flock.starts, flock.sorted_bodies, flock.sorted_ids,
                              a.parameters, seer, block);
    return sum_octants(sum, slots..., rules, seer, flock.sorted_bodies);
  }
  auto self = make_self_of<K, float, D>(a.parameters, body.p, body.v, flock.sorted_columns, k);
  if constexpr (kNearest) {
    if (limit_to_nearest<float, D, K, I>(grid, flock.starts, flock.sorted_bodies, a.parameters, self, block))
      return sum_tied<float, D, K, I>(sum, grid, flock.starts, flock.sorted_bodies, flock.sorted_ids,
                                      a.parameters, self, block);
    return sum_nearest<float, D, K, I>(sum, grid, flock.starts, flock.sorted_bodies, a.parameters, self,
                                       block);
  }
  return search_around<float, D, I>(Everybody<K, Sum>{sum}, grid, flock.starts, flock.sorted_bodies,
                                    a.parameters, self, block)
      .sum;
}

/// Stage 4 for the boid at sorted place k: neighbours and rules. Other ways to the same bits: model/device/steer_runs.h.
template <int D, SumKind K, Images I, class Atomic, bool kNearest = false, class... Slots>
MURMUR_INLINE void steer_boid(const SteerArguments<D>& a, int64_t k, Slots&... slots) {
  if (a.block->halted()) return;
  const Body<float, D> body = a.flock.sorted_bodies[k];
  finish_boid<D, K, Atomic>(a, sum_of_boid<D, K, I, kNearest>(NeighbourSum<float, D>{}, a, k, body, slots...),
                            k, body);
}

/// Stage 4 with rules.nearest, whatever the update kernel: one kernel per kind of sums. Kind: of SumKind, with rare sums;
/// an int, because nvcc's host stubs do not support template arguments of class type.
template <int D, int kKind, bool kChecked, class Atomic>
struct SteerNearest {
  SteerArguments<D> a;
  MURMUR_INLINE void operator()(int64_t i) const {  // no calls in kernels
    steer_boid<D, SumKind::of(kKind), kChecked ? Images::kChecked : Images::kUnique, Atomic, true>(
        a, a.first + i);
  }
};

/// Stage 4 with rules.nearest = "octants", whatever the update kernel.
template <int D, bool kChecked, class Atomic>
struct SteerOctants {
  using Memory = OctantSlots<float, D>;
  SteerArguments<D> a;
  MURMUR_INLINE void operator()(int64_t i, Memory& slots) const {
    steer_boid<D, kOctantKind, kChecked ? Images::kChecked : Images::kUnique, Atomic>(a, a.first + i, slots);
  }
};

/// Before stage 4, only with rules of one's own: what they add to the boid at sorted place k. `sums`: of a boid, as run_own_rules() takes
/// them. Search::hand_on(sum, a, k, body) hands the boid's neighbours on to a sum.
template <int D, class Search, class Lists>
MURMUR_INLINE void run_own_rules_of(const SteerArguments<D>& a, int64_t k, const OwnRules<float, Lists>& own,
                                    const OwnRows<float>& sums) {
  if (a.block->halted()) return;
  const Body<float, D> body = a.flock.sorted_bodies[k];
  const OwnKeys keys{a.parameters.behaviours.seed, a.block->step};
  const uint32_t id = a.flock.sorted_ids[k];
  const OwnBoid<float, D> boid{body.p, body.v, a.flock.sorted_columns, k};
  OwnSumMemory<float, 1> memory;
  if (own.visits_pairs()) {
    using Sum = OwnSum<float, D, float, 1, Lists>;
    Sum sum(own, keys, boid, id, memory, sums.data, sums.stride);
    Search::hand_on(SumAt<Sum>{&sum}, a, k, body);
    sum.end();
  }
  run_own_rules<1>(own, keys, &boid, &id, memory.r, sums, a.flock.own_rows.from(k));
}

template <int D, bool kChecked>
struct RunOwnRules {
  SteerArguments<D> a;
  MURMUR_INLINE void operator()(int64_t i) const {  // a call would be slower, whatever its length
    const OwnRules<float>& own = a.parameters.behaviours.own;
    const OwnRows<float> rows = a.flock.own_rows.from(a.first + i);
    run_own_rules_of<D, RunOwnRules>(a, a.first + i, own, {rows.row(own.row_of_sum(0, D)), rows.stride});
  }
  template <class Sum>
  static MURMUR_INLINE void hand_on(const Sum& sum, const SteerArguments<D>& a, int64_t k,
                                    const Body<float, D>& body) {
    constexpr Images kImages = kChecked ? Images::kChecked : Images::kUnique;
    if (a.parameters.rules.octants) {
      OctantSlots<float, D> slots;
      sum_of_boid<D, kOctantKind, kImages, false>(sum, a, k, body, slots);
    } else if (a.parameters.rules.nearest > 0) {
      sum_of_boid<D, kOctantKind, kImages, true>(sum, a, k, body);
    } else {
      sum_of_boid<D, kOctantKind, kImages, false>(sum, a, k, body);
    }
  }
};

/// At the end of a step: the numbers that rules of one's own keep.
template <int D, class Atomic>
struct TakeOwnStates {
  FlockArrays<D> flock;
  OwnRules<float> own;
  StepBlock* block;
  uint32_t* fault_flag;
  MURMUR_HD void operator()(int64_t k) const {
    if (block->halted()) return;
    if (take_own_states(own, flock.own_rows.from(k), columns_at(flock.sorted_columns, k))) return;
    Atomic::min(&block->fault_id, flock.sorted_ids[k]);
    *fault_flag = 1;
  }
};

/// Stage 5, only with behaviours: computes the new state from dv. Walls have a kernel of their own, because they take registers.
template <int D, class Atomic, bool kWalls>
struct AdvanceBoid {
  SteerArguments<D> a;
  MURMUR_HD void operator()(int64_t i) const {
    if (a.block->halted()) return;
    const int64_t k = a.first + i;
    Body<float, D> body = a.flock.sorted_bodies[k];
    const Vec<float, D> dv = a.flock.bodies[k].p;
    const float neighbours = a.flock.bodies[k].v[0];
    Parameters<float, D> q = parameters_of_step(a.parameters, *a.block);
    if constexpr (!kWalls) q.behaviours.walls.facets.size = 0;
    advance(q, traits_of<kOctantKind>(q.rules, a.flock.sorted_columns, k), a.flock.sorted_ids[k], neighbours,
            dv, body.p, body.v, columns_at(a.flock.sorted_columns, k), a.flock.own_rows.from(k));
    a.flock.bodies[k] = body;
    report_fault<D, Atomic>(a, body, k);
  }
};

}  // namespace murmur
