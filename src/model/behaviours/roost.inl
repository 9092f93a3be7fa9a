// Roost: outside its radius, over the first two axes, boids turn to the left, most when they fly straight away from
// the roost. All turn to the same side: a turn towards the roost would split a flock that flies straight away. Based
// on the roost of StarDisplay (H. Hildenbrandt, C. Carere, C. K. Hemelrijk, Behavioral Ecology 21, 1349 (2010)). On
// the last axis boids are drawn to the roost's height.

template <Arithmetic T, int D, class S>
MURMUR_INLINE void add_roost(const Parameters<S, D>& q, const Vec<T, D>& p, const Vec<T, D>& v,
                             Vec<T, D>& dv) {
  const auto& roost = q.behaviours.roost;
  if (!roost.acts) return;
  const Vec<T, D> from = displacement(q.world, splat<T>(roost.at), p);
  const T square = fused(from[0], from[0], from[1] * from[1]);
  const auto outside = square > T(roost.radius * roost.radius);
  if (any(outside)) {
    const Vec<T, D> heading = unit(v);
    const T away = fused(heading[0], from[0], heading[1] * from[1]) / square_root(square);
    const T push = T(roost.turn) * (T(S(0.5)) + T(S(0.5)) * away);
    dv[0] = select(outside, dv[0] - push * heading[1], dv[0]);
    dv[1] = select(outside, dv[1] + push * heading[0], dv[1]);
  }
  const T reach = T(roost.reach), above = from[D - 1];
  const T off = select(above > reach, reach, select(above < T(S(0)) - reach, T(S(0)) - reach, above));
  dv[D - 1] = dv[D - 1] - T(roost.pull) * off;
}
