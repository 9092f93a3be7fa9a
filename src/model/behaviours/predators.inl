// Boids flee each predator within its flee radius, as they flee the cursor. predators.h moves the predators.

template <Arithmetic T, int D, class S>
MURMUR_INLINE void add_predators(const Parameters<S, D>& q, const Vec<T, D>& p, Vec<T, D>& dv) {
  const Behaviours<S, D>& b = q.behaviours;
  for (int64_t k = 0; k < b.predators.size; ++k) {
    const PredatorRules<S>& rules = b.predator_rules.data[k];
    flee(q.world, b.predators.data[k], rules.flee_radius, rules.flee_push, p, dv);
  }
}
