// Goal: a position that attracts boids (Parker's tend_to_place), with a limit; with a negative factor boids flee it.
// Boids on a path visit several positions in a loop; the state has the index of each boid's current target.

/// Adds the attraction of the goal; first changes the target to the next one if p is within the arrival radius of the
/// current target.
template <Arithmetic T, int D, class S>
MURMUR_INLINE void add_goal(const Parameters<S, D>& q, const Vec<T, D>& p,
                            const Columns<D, T, PointerTo>& kept, Vec<T, D>& dv) {
  const auto& goal = q.behaviours.goal;
  const View<Vec<S, D>>& goals = goal.path;
  if (goals.size == 0) return;
  Vec<S, D> place = goals.data[0];
  if constexpr (kLanesOf<T> == 1) {
    if (goals.size > 1) {
      uint32_t unused = 0;  // the initial state may lack targets
      uint32_t& target = kept.target ? *kept.target : unused;
      const Vec<T, D> there = displacement(q.world, p, goals.data[target]);
      if (dot(there, there) < goal.arrive_radius * goal.arrive_radius) {
        target = static_cast<int64_t>(target) + 1 < goals.size ? target + 1 : 0;
      }
      place = goals.data[target];
    }
  }
  const Vec<T, D> there = displacement(q.world, p, splat<T>(place));
  dv = dv + limited(there * T(goal.factor), T(goal.cap));
}
