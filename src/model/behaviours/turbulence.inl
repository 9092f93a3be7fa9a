// Turbulence: a random velocity field over position and time that pushes boids across their headings; boids at one
// position feel the same push. A sum of waves with random directions, amplitudes and frequencies (R. H. Kraichnan,
// Physics of Fluids 13, 22 (1970)).

template <Arithmetic T, int D, class S>
MURMUR_INLINE void add_turbulence(const Parameters<S, D>& q, const Vec<T, D>& p, const Vec<T, D>& v,
                                  Vec<T, D>& dv) {
  const View<TurbulenceWave<S, D>>& waves = q.behaviours.turbulence;
  if (waves.size == 0) return;
  Vec<T, D> push = splat<T>(Vec<S, D>{});
  for (int64_t k = 0; k < waves.size; ++k) {
    const TurbulenceWave<S, D>& wave = waves.data[k];
    const uint32_t now = wave.offset + wave.frequency * static_cast<uint32_t>(q.step);
    T turns = T(static_cast<S>(now >> 8) * S(0x1p-24));  // 24 bits, exact in float
    for (int axis = 0; axis < D; ++axis) turns = fused(T(wave.wave[axis]), p[axis], turns);
    T sine, cosine;
    sine_cosine((turns - round_down(turns)) * T(static_cast<S>(6.283185307179586)), sine, cosine);
    for (int axis = 0; axis < D; ++axis)
      push[axis] = fused(T(wave.cosine[axis]), cosine, fused(T(wave.sine[axis]), sine, push[axis]));
  }
  const Vec<T, D> heading = unit(v);
  dv = dv + (push - heading * dot(push, heading));
}
