// The end of a step with behaviours, in the order of docs/model.md. A new behaviour is a file in behaviours/,
// its numbers in tables.h, and its line in advance(). Models without behaviours use advance_plain()
// instead. Written over the arithmetic type T; included after displacement.inl. A behaviour that reads memory
// or draws a random number for each boid has no lanes: it is written under kLanesOf<T> == 1, and sets
// Behaviours::needs_scalar_path so that such models use the scalar code.

#include "model/behaviours/cruise.inl"
#include "model/behaviours/cursor.inl"
#include "model/behaviours/goal.inl"
#include "model/behaviours/level.inl"
#include "model/behaviours/obstacles.inl"
#include "model/behaviours/perching.inl"
#include "model/behaviours/predators.inl"
#include "model/behaviours/roost.inl"
#include "model/behaviours/soft_border.inl"
#include "model/behaviours/terrain.inl"
#include "model/behaviours/turbulence.inl"
#include "model/behaviours/turning.inl"
#include "model/custom/operations.inl"
#include "model/custom/run.inl"

/// Computes the next (p, v) and columns of a boid from the rules' dv. `own`: traits of its species; `custom_rows`:
/// rows of the boid, or of the first boid of the block. Not forced inline: one copy serves every kind of sum.
/// @returns false where lanes cannot; (p, v) are then not usable.
template <Arithmetic T, int D, class S>
MURMUR_HD bool advance(const Parameters<S, D>& q, const Traits<T>& own, const IdsOf<T>& ids, T neighbours,
                       Vec<T, D> dv, Vec<T, D>& p, Vec<T, D>& v, const Columns<D, T, PointerTo>& kept,
                       const CustomRows<S>& custom_rows = {}) {
  if constexpr (kLanesOf<T> == 1) {
    if (q.behaviours.perching.acts && sits(q, p, v) && stays(q, ids)) {
      apply_boundary(q.world, p, v);  // the ground may have moved since the boid sat down
      return true;
    }
  }
  add_soft_border(q.world, p, dv);
  add_obstacles(q, p, v, dv);
  if constexpr (kLanesOf<T> == 1) add_walls(q, p, v, dv);
  add_goal(q, p, kept, dv);
  add_cursor(q, p, dv);
  add_predators(q, p, dv);
  add_cruise(q, own, v, dv);
  add_level(q, v, dv);
  add_roost(q, p, v, dv);
  add_turbulence(q, p, v, dv);
  if (q.behaviours.custom.act()) add_custom_rules(q.behaviours.custom, custom_rows, dv);
  dv = dv * T(q.rules.scale);
  const Vec<T, D> old = v;
  if (!q.behaviours.turning.acts) {
    v = v + dv;
  } else if (!turn(q, own, ids, neighbours, dv, v)) {
    return false;
  }
  apply_terrain(q, p, v);
  if (q.wind_acts) v = v + splat<T>(q.wind);
  v = limit_speed(q.rules, own, v);
  [[maybe_unused]] const Vec<T, D> from = p;
  const Vec<T, D> way = (q.behaviours.moves_with_old ? old : v) * T(q.rules.time_step);
  p = p + way;

  [[maybe_unused]] const T height = p[D - 1];
  if constexpr (kLanesOf<T> == 1) {
    if (q.behaviours.walls.act()) {
      move_among_obstacles(q, q.world, from, way, p, v);
      if (q.behaviours.perching.acts) sit_down_among_walls(q, height, p, v);
      return true;
    }
  }
  apply_boundary(q.world, p, v);
  keep_outside(q, way, p, v);
  if constexpr (kLanesOf<T> == 1) {
    if (q.behaviours.perching.acts) sit_down(q, height, p, v);
  }
  return true;
}
