// Perching (Parker): a boid that reaches the ground, a height on the last axis, sits there at rest and takes off with
// a fixed probability per step. It remains a neighbour of others. Sitting is not stored: a boid sits if it is at rest
// on the ground.

template <Arithmetic T, int D>
MURMUR_INLINE bool sits(const Parameters<T, D>& q, const Vec<T, D>& p, const Vec<T, D>& v) {
  const T ground = q.behaviours.perching.ground;
  return !(p[D - 1] < ground || p[D - 1] > ground) && !(dot(v, v) > T(0));
}

/// Whether a sitting boid stays for this step.
template <Arithmetic T, int D>
MURMUR_INLINE bool stays(const Parameters<T, D>& q, uint32_t id) {
  const T take_off = T(1) / q.behaviours.perching.mean_rest;
  return !(T(Random(q.behaviours.seed, Stream::kPerch, id, q.step).uniform()) < take_off);
}

/// Puts a boid on the ground if its move ended on or below it; `height` is its last coordinate before the boundary was applied.
template <Arithmetic T, int D>
MURMUR_INLINE void sit_down(const Parameters<T, D>& q, const T& height, Vec<T, D>& p, Vec<T, D>& v) {
  if (height > q.behaviours.perching.ground) return;
  p[D - 1] = q.behaviours.perching.ground;
  for (int k = 0; k < D; ++k) v[k] = T(0);
}
