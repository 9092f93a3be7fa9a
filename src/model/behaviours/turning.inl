// Turning: how a boid turns towards the velocity that its rules give, by adding to its velocity or by taking a
// heading at a fixed speed, with noise (Vicsek et al. 1995, Grégoire and Chaté 2004) and a largest turn per step
// (Couzin et al. 2002). Lanes do not support normal angles and turn limits (Behaviours::needs_scalar_path).

/// Turns the unit vector w by `angle` [rad], in 3D about a random axis perpendicular to w. @returns false where lanes
/// need another axis, because they cannot draw again.
template <Arithmetic T, int D, class Numbers>
MURMUR_INLINE bool turn_by(Vec<T, D>& w, const T& angle, Numbers& numbers) {
  using S = ScalarOf<T>;
  T sine, cosine;
  sine_cosine(angle, sine, cosine);
  if constexpr (D == 2) {
    const Vec<T, D> from = w;
    w[0] = fused(from[0], cosine, (T(S(0)) - from[1]) * sine);
    w[1] = fused(from[0], sine, from[1] * cosine);
    return true;
  } else {
    for (;;) {
      const Vec<T, D> any = splat<T>(numbers.template unit_vector<D>());
      const Vec<T, D> side = any - w * dot(any, w);
      const T square = dot(side, side);
      if constexpr (kLanesOf < T >> 1) {
        if (!all(square > T(S(1e-4)))) return false;
      } else {
        // The test !(square > 1e-4) would loop forever for a boid that is not finite.
        if (square <= T(1e-4)) continue;
      }
      w = w * cosine + unit(side) * sine;
      return true;
    }
  }
}

/// Turns the unit vector `from` towards w, by at most the limit; for scalars only.
template <Arithmetic T, int D>
MURMUR_INLINE Vec<T, D> turned_towards(const Traits<T>& own, const Vec<T, D>& from, const Vec<T, D>& w) {
  const T along = dot(from, w);
  if (along >= own.turn_cosine) return w;
  Vec<T, D> side = w - from * along;
  if (!(dot(side, side) >
        T(1e-12))) {  // opposite direction: turns to the left, or in 3D about the axis least parallel to it
    int least = 0;
    for (int k = 1; k < D; ++k) least = magnitude(from[k]) < magnitude(from[least]) ? k : least;
    for (int k = 0; k < D; ++k) side[k] = T(0);
    side[least] = T(1);
    if constexpr (D == 2) {
      side[0] = T(0) - from[1];
      side[1] = from[0];
    }
    side = side - from * dot(side, from);
  }
  return from * own.turn_cosine + unit(side) * own.turn_sine;
}

/// Random angle of the noise in this step [rad].
template <Arithmetic T, class Numbers>
MURMUR_INLINE T noise_angle(const Turning& turning, const Traits<T>& own, Numbers& numbers) {
  using S = ScalarOf<T>;
  const auto first = numbers.uniform();
  if constexpr (kLanesOf<T> == 1) {
    if (turning.normal) {  // Box and Muller 1958; 1 - U is above 0
      T sine, cosine;
      sine_cosine(T(numbers.uniform()) * static_cast<T>(6.283185307179586), sine, cosine);
      return own.noise * (square_root(T(-2) * logarithm<T>(1.0f - first)) * cosine);
    }
  }
  return own.noise * (T(first) - T(S(0.5)));
}

/// Computes the new velocity of a boid from v; `neighbours`: number of its neighbours. @returns false where lanes cannot.
template <Arithmetic T, int D, class S>
MURMUR_INLINE bool turn(const Parameters<S, D>& q, const Traits<T>& own, const IdsOf<T>& ids,
                        const T& neighbours, const Vec<T, D>& dv, Vec<T, D>& v) {
  const Turning& turning = q.behaviours.turning;
  auto numbers = numbers_of(q.behaviours.seed, Stream::kNoise, ids, q.step);
  Vec<T, D> wanted = turning.heading ? dv : v + dv;
  if (turning.noise_kind == NoiseKind::kVector)
    wanted = wanted + splat<T>(numbers.template unit_vector<D>()) * (own.noise * (neighbours + T(S(1))));
  if (turning.noise_kind == NoiseKind::kIsotropic) {
    for (int k = 0; k < D; ++k)
      wanted[k] = wanted[k] + own.noise * (T(S(2)) * T(numbers.uniform()) - T(S(1)));
  }
  if (turning.noise_kind != NoiseKind::kAngle && !turning.heading && !turning.limited) {
    v = wanted;
    return true;
  }
  const T length = square_root(dot(wanted, wanted));
  const T speed = turning.heading ? own.flight_speed : length;
  const auto moves = length > T(S(0));
  Vec<T, D> w = wanted / length;
  if (!all(moves)) {
    const Vec<T, D> old = unit(v);
    for (int k = 0; k < D; ++k) w[k] = select(moves, w[k], old[k]);
  }
  if (turning.noise_kind == NoiseKind::kAngle && !turn_by(w, noise_angle<T>(turning, own, numbers), numbers))
    return false;
  if constexpr (kLanesOf<T> == 1) {
    if (turning.limited && dot(v, v) > T(0)) w = turned_towards(own, unit(v), w);
  }
  v = w * speed;
  return true;
}
