// Displacements and directions in a world's metric, for everything but pairs of neighbours. Written over the
// arithmetic type T; included after steering.inl.

/// `to` - `from`, or the displacement to the minimum image of `to` in a wrapped world (docs/determinism.md).
template <Arithmetic T, int D, class S>
MURMUR_INLINE Vec<T, D> displacement(const World<S, D>& world, const Vec<T, D>& from, const Vec<T, D>& to) {
  if (world.metric == Metric::kPlain) return to - from;
  Vec<T, D> d;
  for (int k = 0; k < D; ++k) {
    const T t = to[k] - from[k];
    const T shift = select(t > T(world.half[k]), T(S(0) - world.size[k]),
                           select(t < T(S(0) - world.half[k]), T(world.size[k]), T(0)));
    d[k] = (to[k] + shift) - from[k];
  }
  return d;
}

/// x / |x|; unit(0) = 0.
template <Arithmetic T, int D>
MURMUR_INLINE Vec<T, D> unit(const Vec<T, D>& x) {
  const T square = dot(x, x);
  const T length = square_root(square);
  Vec<T, D> r;
  for (int k = 0; k < D; ++k) r[k] = select(square > T(0), x[k] / length, x[k]);
  return r;
}

/// x shortened to length `longest` if it is longer.
template <Arithmetic T, int D>
MURMUR_INLINE Vec<T, D> limited(const Vec<T, D>& x, const T& longest) {
  const T square = dot(x, x);
  const T scale = longest / square_root(square);
  Vec<T, D> r;
  for (int k = 0; k < D; ++k) r[k] = select(square > longest * longest, x[k] * scale, x[k]);
  return r;
}

/// Adds push * unit(away) to dv where `near` is true. Selects instead of adding a masked 0, because dv may be -0.
template <Arithmetic T, int D, class S, class M>
MURMUR_INLINE void push_away(const M& near, const Vec<T, D>& away, S push, Vec<T, D>& dv) {
  if (!any(near)) return;
  const Vec<T, D> pushed = dv + unit(away) * T(push);
  for (int k = 0; k < D; ++k) dv[k] = select(near, pushed[k], dv[k]);
}

/// Adds push * unit(p - at) to dv where p is within the radius, for the cursor, predators and obstacles.
template <Arithmetic T, int D, class S>
MURMUR_INLINE void flee(const World<S, D>& world, const Vec<S, D>& at, S radius, S push, const Vec<T, D>& p,
                        Vec<T, D>& dv) {
  const Vec<T, D> away = displacement(world, splat<T>(at), p);
  push_away(dot(away, away) < T(radius * radius), away, push, dv);
}
