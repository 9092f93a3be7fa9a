// How the boid turns towards what its rules want: a velocity that is added, or a heading at a fixed speed; with noise
// (Vicsek et al. 1995, Grégoire and Chaté 2004) and a largest turn per step (Couzin et al. 2002). For scalars: random
// numbers of a boid are not drawn in lanes.

/// The unit vector w turned by `angle` [rad], in 3D about a random axis normal to it.
template <Own T, int D>
MURMUR_INLINE Vec<T, D> turned_by(const Vec<T, D>& w, T angle, Random& random) {
  T sine, cosine;
  sine_cosine(angle, sine, cosine);
  if constexpr (D == 2) {
    Vec<T, D> r;
    r[0] = fused(w[0], cosine, (T(0) - w[1]) * sine);
    r[1] = fused(w[0], sine, w[1] * cosine);
    return r;
  } else {
    for (;;) {
      const Vec<T, D> any = splat<T>(random.unit_vector<D>());
      const Vec<T, D> side = any - w * dot(any, w);
      if (dot(side, side) > T(1e-4)) return w * cosine + unit(side) * sine;
    }
  }
}

/// The unit vector w, or as near to it as a turn from the unit vector `own` by the limit reaches.
template <Own T, int D>
MURMUR_INLINE Vec<T, D> turned_towards(const Turning<T>& turning, const Vec<T, D>& own, const Vec<T, D>& w) {
  const T along = dot(own, w);
  if (along >= turning.limit_cosine) return w;
  Vec<T, D> side = w - own * along;
  if (!(dot(side, side) > T(1e-12))) {  // straight back: to the left, or in 3D about the axis that is least along it
    int least = 0;
    for (int k = 1; k < D; ++k) least = magnitude(own[k]) < magnitude(own[least]) ? k : least;
    for (int k = 0; k < D; ++k) side[k] = T(0);
    side[least] = T(1);
    if constexpr (D == 2) {
      side[0] = T(0) - own[1];
      side[1] = own[0];
    }
    side = side - own * dot(side, own);
  }
  return own * turning.limit_cosine + unit(side) * turning.limit_sine;
}

/// The angle of this step [rad].
template <Own T>
MURMUR_INLINE T noise_angle(const Turning<T>& turning, Random& random) {
  const float first = random.uniform();
  if (!turning.normal) return turning.noise * (T(first) - T(0.5));
  // Box and Muller 1958. 1 - U is above 0.
  T sine, cosine;
  sine_cosine(T(random.uniform()) * static_cast<T>(6.283185307179586), sine, cosine);
  return turning.noise * (square_root(T(-2) * logarithm<T>(1.0f - first)) * cosine);
}

/// The new velocity of a boid with `neighbours` neighbours.
template <Own T, int D>
MURMUR_HD Vec<T, D> turned(const Parameters<T, D>& q, uint32_t id, T neighbours, const Vec<T, D>& dv,
                           const Vec<T, D>& v) {
  const Turning<T>& turning = q.behaviours.turning;
  Random random(q.behaviours.seed, Stream::kNoise, id, q.step);
  Vec<T, D> wanted = turning.heading ? dv : v + dv;
  if (turning.noise_kind == NoiseKind::kVector)
    wanted = wanted + splat<T>(random.unit_vector<D>()) * (turning.noise * (neighbours + T(1)));
  if (turning.noise_kind != NoiseKind::kAngle && !turning.heading && !turning.limited) return wanted;
  const T length = square_root(dot(wanted, wanted));
  const T speed = turning.heading ? turning.speed : length;
  Vec<T, D> w = length > T(0) ? wanted / length : unit(v);
  if (turning.noise_kind == NoiseKind::kAngle) w = turned_by(w, noise_angle(turning, random), random);
  if (turning.limited && dot(v, v) > T(0)) w = turned_towards(turning, unit(v), w);
  return w * speed;
}
