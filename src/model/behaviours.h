// The end of a step with behaviours, in SPEC section 3's order. Adding a behaviour: its file in behaviours/, its
// parameters in parameters.h, and its line here. A model without any takes advance_plain() and pays nothing.
#pragma once

#include "model/behaviours/cursor.h"
#include "model/behaviours/goal.h"
#include "model/behaviours/obstacles.h"
#include "model/behaviours/perching.h"
#include "model/behaviours/predators.h"
#include "model/behaviours/soft_border.h"
#include "model/behaviours/terrain.h"
#include "model/model.h"

namespace murmur {

/// From the rules' dv to the boid's next (p, v) and target.
template <class T, int D>
MURMUR_HD void advance(const Parameters<T, D>& q, uint32_t id, Vec<T, D> dv, Vec<T, D>& p, Vec<T, D>& v, uint32_t& target) {
  const bool perching = q.behaviours.perching;
  if (perching && sits(p, v) && stays(q, id)) return;

  add_soft_border(q.world, p, dv);
  add_obstacles(q, p, v, dv);
  add_goal(q, p, target, dv);
  add_cursor(q, p, dv);
  add_predators(q, p, dv);
  v = v + dv;
  apply_terrain(q, p, v);
  if (q.wind_acts) v = v + q.wind;
  v = limit_speed(q.rules, v);
  p = p + v * q.rules.time_step;

  const T ground = p[D - 1];
  apply_boundary(q.world, p, v);
  if (perching) sit_down(ground, p, v);
}

}  // namespace murmur
