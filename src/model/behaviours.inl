// The end of a step with behaviours, in SPEC section 3's order. Adding a behaviour: its file in behaviours/,
// its parameters in parameters.h, and its line in advance(). A model without any takes advance_plain() and
// pays nothing. Written over the arithmetic type T; text only, included after displacement.inl. What reads
// memory or draws a random number for each boid (Behaviours::needs_scalar_path) has no lanes: it stands under
// kLanesOf<T> == 1, and lanes never come here then.

#include "model/behaviours/cursor.inl"
#include "model/behaviours/goal.inl"
#include "model/behaviours/obstacles.inl"
#include "model/behaviours/perching.inl"
#include "model/behaviours/predators.inl"
#include "model/behaviours/soft_border.inl"
#include "model/behaviours/terrain.inl"

/// From the rules' dv to the boids' next (p, v) and target. With lanes `id` and `target` are not used. Not
/// forced inline: one copy serves every kind of sum.
template <Own T, int D, class S>
MURMUR_HD void advance(const Parameters<S, D>& q, uint32_t id, Vec<T, D> dv, Vec<T, D>& p, Vec<T, D>& v,
                       uint32_t& target) {
  if constexpr (kLanesOf<T> == 1) {
    if (q.behaviours.perching && sits(p, v) && stays(q, id)) return;
  }
  add_soft_border(q.world, p, dv);
  add_obstacles(q, p, v, dv);
  add_goal(q, p, target, dv);
  add_cursor(q, p, dv);
  add_predators(q, p, dv);
  v = v + dv;
  apply_terrain(q, p, v);
  if (q.wind_acts) v = v + splat<T>(q.wind);
  v = limit_speed(q.rules, v);
  p = p + v * T(q.rules.time_step);

  [[maybe_unused]] const T ground = p[D - 1];
  apply_boundary(q.world, p, v);
  if constexpr (kLanesOf<T> == 1) {
    if (q.behaviours.perching) sit_down(ground, p, v);
  }
}
