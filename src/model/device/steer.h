// The update of a boid on a device, after the sort (model/device/stages.h): sums over neighbours, rules, and move.
// Candidates: model/visit.inl. Terms of a pair: model/plain_pairs.inl.
#pragma once

#include "model/device/stages.h"

namespace murmur {

/// The end of stage 4: rules, and without behaviours the rest of the step. With behaviours it stores dv and n instead
/// of the new position and velocity, for AdvanceBoid, whose registers would slow this kernel down.
template <bool kSpecies, class Atomic, int D>
MURMUR_INLINE void finish_boid(const SteerArguments<D>& a, const NeighbourSum<float, D>& sum, int64_t k,
                               Body<float, D> body) {
  Parameters<float, D> q = parameters_of_step(a.parameters, *a.block);
  if constexpr (!kSpecies) q.rules.species.size = 0;  // lets the compiler remove code for species
  const Traits<float> own = traits_of(q.rules, a.flock.sorted_columns, k);
  const Vec<float, D> dv = steer_by_rules(q.rules, own, sum, body.v, columns_at(a.flock.sorted_columns, k));
  if constexpr (kSpecies) {
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

/// Adds the neighbours of the boid at sorted index k to `sum`, one run of candidates after the other. `slots`: shared
/// memory for octants; without, the thread uses its own.
template <SumKind K, Images I, int D, class Sum, class... Slots>
MURMUR_INLINE Sum sum_of_boid(const Sum& sum, const SteerArguments<D>& a, int64_t k,
                              const Body<float, D>& body, Slots&... slots) {
  CellGrid<float, D> grid = a.grid;
  const int32_t column = grid.coordinate(0, body.p[0]), row = grid.coordinate(1, body.p[1]);
  int32_t layer = 0;
  if constexpr (D == 3) layer = grid.coordinate(2, body.p[2]);
  if constexpr (I == Images::kChecked) {
    const int32_t cell[3] = {column, row, layer};
    bool inner = true;  // no border is within reach: images need no tests
    for (int axis = 0; axis < D; ++axis) {
      const int32_t reach = a.block->reach[axis];
      inner = inner && cell[axis] >= reach && cell[axis] < grid.count[axis] - reach;
    }
    for (int axis = 0; axis < D && !inner; ++axis) grid.reach[axis] = a.block->reach[axis];
  }
  const uint32_t own = static_cast<uint32_t>(k);
  const Block block{own, own + 1, layer, row, column, column};
  const FlockArrays<D>& flock = a.flock;
  const World<float, D>& world = a.parameters.world;
  auto pairs = pairs_of<PairsOf<K, float, D>>(a.parameters, body.p, body.v, flock.sorted_columns, k);
  if constexpr (sizeof...(Slots) > 0) {
    find_octants<I>(slots..., grid, flock.starts, flock.sorted_bodies, flock.sorted_ids, world, pairs, block);
    return sum_octants(sum, slots..., pairs, flock.sorted_bodies);
  } else if constexpr (K.neighbours != Neighbours::kAll) {
    return sum_over_chosen<I>(sum, grid, flock.starts, flock.sorted_bodies, flock.sorted_ids, world, pairs,
                              block);
  } else {
    return search_around<I>(Everybody<Sum>{sum}, grid, flock.starts, flock.sorted_bodies, world, pairs, block)
        .sum;
  }
}

/// Stage 4 for the boid at sorted index k: neighbours and rules. model/device/steer_runs.h computes the same bits faster.
template <SumKind K, Images I, class Atomic, int D, class... Slots>
MURMUR_INLINE void steer_boid(const SteerArguments<D>& a, int64_t k, Slots&... slots) {
  if (a.block->halted()) return;
  const Body<float, D> body = a.flock.sorted_bodies[k];
  finish_boid<kKnowsSpecies<PairsOf<K, float, D>>, Atomic>(
      a, sum_of_boid<K, I>(NeighbourSum<float, D>{}, a, k, body, slots...), k, body);
}

/// Stage 4 if the neighbours are the nearest, for all update kernels.
template <int D, bool kWalls, Images I, class Atomic>
struct SteerNearest {
  SteerArguments<D> a;
  MURMUR_INLINE void operator()(int64_t i) const {  // inline: calls in kernels are slow
    steer_boid<SumKind::any(kWalls, Neighbours::kNearest), I, Atomic>(a, a.first + i);
  }
};

/// Stage 4 if the neighbours are the nearest in octants, for all update kernels.
template <int D, Images I, class Atomic>
struct SteerOctants {
  using Memory = OctantSlots<float, D>;
  SteerArguments<D> a;
  MURMUR_INLINE void operator()(int64_t i, Memory& slots) const {
    steer_boid<SumKind::any(true, Neighbours::kInOctants), I, Atomic>(a, a.first + i, slots);
  }
};

/// Computes what custom rules add to the boid at sorted index k, before stage 4. `sums`: one boid's sums, as
/// run_custom_rules() needs them. Search::hand_on(sum, a, k, body) adds the boid's neighbours to a sum.
template <int D, class Search, class Lists>
MURMUR_INLINE void run_custom_rules_of(const SteerArguments<D>& a, int64_t k,
                                       const CustomRules<float, Lists>& own, const CustomRows<float>& sums) {
  if (a.block->halted()) return;
  const Body<float, D> body = a.flock.sorted_bodies[k];
  const CustomKeys keys{a.parameters.behaviours.seed, a.block->step};
  const uint32_t id = a.flock.sorted_ids[k];
  const CustomBoid<float, D> boid{body.p, body.v, a.flock.sorted_columns, k, 1, a.flock.sorted_ids};
  CustomSumMemory<float, 1> memory;
  if (own.visits_pairs()) {
    using RuleSums = CustomSum<float, D, float, 1, Lists>;
    RuleSums sum(own, keys, boid, id, memory, sums.data, sums.stride);
    Search::hand_on(SumAt<RuleSums>{&sum}, a, k, body);
    sum.end();
  }
  run_custom_rules<1>(own, keys, &boid, &id, memory.r, sums, a.flock.custom_rows.from(k));
}

template <int D, Images I>
struct RunCustomRules {
  SteerArguments<D> a;
  MURMUR_INLINE void operator()(int64_t i) const {  // inline: a call would be slower, whatever its length
    const CustomRules<float>& own = a.parameters.behaviours.custom;
    const CustomRows<float> rows = a.flock.custom_rows.from(a.first + i);
    run_custom_rules_of<D, RunCustomRules>(a, a.first + i, own,
                                           {rows.row(own.row_of_sum(0, D)), rows.stride});
  }
  template <class Sum>
  static MURMUR_INLINE void hand_on(const Sum& sum, const SteerArguments<D>& a, int64_t k,
                                    const Body<float, D>& body) {
    const Neighbours which = a.parameters.rules.kind.neighbours;
    if (which == Neighbours::kAll) sum_of_boid<SumKind::any(true), I>(sum, a, k, body);
    if (which == Neighbours::kNearest)
      sum_of_boid<SumKind::any(true, Neighbours::kNearest), I>(sum, a, k, body);
    if (which == Neighbours::kInOctants)
      sum_of_boid<SumKind::any(true, Neighbours::kInOctants), I>(sum, a, k, body);
  }
};

/// Stores the new values of numbers that boids keep, at the end of a step.
template <int D, class Atomic>
struct TakeCustomStates {
  FlockArrays<D> flock;
  CustomRules<float> own;
  StepBlock* block;
  uint32_t* fault_flag;
  MURMUR_HD void operator()(int64_t k) const {
    if (block->halted()) return;
    if (take_custom_states(own, flock.custom_rows.from(k), columns_at(flock.sorted_columns, k))) return;
    Atomic::min(&block->fault_id, flock.sorted_ids[k]);
    *fault_flag = 1;
  }
};

/// Stage 5, only with behaviours: computes the new state from dv. Walls have a separate kernel, because they need many registers.
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
    advance(q, traits_of(q.rules, a.flock.sorted_columns, k), a.flock.sorted_ids[k], neighbours, dv, body.p,
            body.v, columns_at(a.flock.sorted_columns, k), a.flock.custom_rows.from(k));
    a.flock.bodies[k] = body;
    report_fault<D, Atomic>(a, body, k);
  }
};

}  // namespace murmur
