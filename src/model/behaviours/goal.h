// Goal: a place that attracts (Parker's tend_to_place), capped; a negative factor flees it. A path of several places
// is flown in turn, round and round; each boid keeps the index of its present target in the state.
#pragma once

#include "model/behaviours/displacement.h"

namespace murmur {

/// `target` moves on first when p has come within the arrival radius of it.
template <class T, int D>
MURMUR_HD void add_goal(const Parameters<T, D>& q, const Vec<T, D>& p, uint32_t& target, Vec<T, D>& dv) {
  const View<Vec<T, D>>& goals = q.behaviours.goals;
  if (goals.size == 0) return;
  Vec<T, D> there = displacement(q.world, p, goals.data[target]);
  if (goals.size > 1 && dot(there, there) < q.behaviours.arrive_radius_squared) {
    target = static_cast<int64_t>(target) + 1 < goals.size ? target + 1 : 0;
    there = displacement(q.world, p, goals.data[target]);
  }
  dv = dv + limited(there * q.behaviours.goal_factor, q.behaviours.goal_cap);
}

}  // namespace murmur
