// What a pair adds to the sums of boid i over its neighbours, written once over the arithmetic type T: float, double or a pack of
// lanes. A term that all walkers and backends then have is a member here, and its use in steering.inl. Included after pair.inl.

/// A Sum (pair.inl): the sums over V and S (docs/model.md), each in the contract's order.
template <Own T, int D>
struct NeighbourSum {
  T count = T(0);  // n
  // s, n_a and n_c, only of rare sums; otherwise n_a = n_c = n. With species n_a and n_c are sums of |factors|.
  T separated = T(0), aligned = T(0), cohered = T(0);
  T catchers = T(0);  // boids that catch this one
  Vec<T, D> velocity{};
  Vec<T, D> cohesion{};  // sum of d_ij, of p_j for position-sum, of unit(d_ij) for directions
  Vec<T, D> separation{};

  MURMUR_INLINE NeighbourSum() {
    for (int k = 0; k < D; ++k) velocity[k] = cohesion[k] = separation[k] = T(0);
  }

  template <SumKind K, class S>
  MURMUR_INLINE void add(const Self<T, D>& self, const Rules<S>& rules, const Pair<T, D, S>& pair,
                         const Met<MaskOf<T>>& met) {
    count = add_if(met.near, count, T(1));
    if constexpr (K.species) {
      if (!K.general || self.toward) return add_of_species<K>(self, rules, pair, met);
    }
    if constexpr (K.rare_sums) {
      add_zones(rules, pair, met.near);
    } else {
      for (int k = 0; k < D; ++k) velocity[k] = add_if(met.near, velocity[k], T(pair.v[k]));
      for (int k = 0; k < D; ++k) cohesion[k] = add_if(met.near, cohesion[k], pair.d[k]);
    }
    add_separation<K>(self, rules, pair, met.close);
  }

 private:
  /// Each term times a factor, the product rounded once with the sum.
  template <SumKind K, class S>
  MURMUR_INLINE void add_of_species(const Self<T, D>& self, const Rules<S>& rules, const Pair<T, D, S>& pair,
                                    const Met<MaskOf<T>>& met) {
    if constexpr (kRowIfNear<K, T>) {  // and so no row is read for a place behind a run
      if (!any(met.near) && !any(met.close)) return;
    }
    const T square = pair.square;
    // For one boid at a time a copy, so that GPUs load a row at once and need no branch for each of its numbers.
    const std::conditional_t<kLanesOf<T> == 1, Toward<T>, const Toward<T>&> other = self.toward_boid(pair.j);
    MaskOf<T> is_aligned = met.near, coheres = met.near, close = met.close;
    const MaskOf<T> met_at_all = K.rare_sums ? either(met.near, met.close) : met.near;
    Vec<T, D> d, together;
    for (int k = 0; k < D; ++k) d[k] = together[k] = finite_if(met_at_all, pair.d[k]);
    if constexpr (K.rare_sums) {
      is_aligned = both(
          met.near, both(square >= T(rules.alignment_from_squared), square < T(rules.alignment_to_squared)));
      coheres = both(met.near,
                     both(square >= T(rules.cohesion_from_squared), square < T(rules.cohesion_to_squared)));
      separated = add_if(close, separated, T(1));
      if (rules.catches) catchers = add_if(both(met.near, square < other.catch_squared), catchers, T(1));
    }
    const T alignment = in_register(other.alignment), attraction = in_register(other.cohesion);
    aligned = add_magnitude_if(is_aligned, aligned, alignment);
    cohered = add_magnitude_if(coheres, cohered, attraction);
    if constexpr (K.rare_sums) {
      if (rules.cohesion_target >= CohesionTarget::kDirections) {
        coheres = both(coheres, square > T(0));  // a coincident boid has no direction
        const T inverse = T(1) / square_root(square);
        for (int k = 0; k < D; ++k) together[k] = finite_if(coheres, pair.d[k] * inverse);
      }
      if (rules.cohesion_target == CohesionTarget::kPositionSum) {
        for (int k = 0; k < D; ++k) together[k] = T(pair.p[k]);
      }
    }
    for (int k = 0; k < D; ++k) velocity[k] = fused_if(is_aligned, alignment, T(pair.v[k]), velocity[k]);
    for (int k = 0; k < D; ++k) cohesion[k] = fused_if(coheres, attraction, together[k], cohesion[k]);
    Vec<T, D> apart = d;
    if constexpr (K.falloff != Falloff::kNone || K.general) {
      close = both(close, square > T(0));
      const T factor = falloff_of<K>(self, rules, pair);
      for (int k = 0; k < D; ++k) apart[k] = finite_if(close, pair.d[k] * factor);
    }
    for (int k = 0; k < D; ++k) separation[k] = fused_if(close, other.away, apart[k], separation[k]);
  }

  /// Of those of V that alignment and cohesion act on.
  template <class S>
  MURMUR_INLINE void add_zones(const Rules<S>& rules, const Pair<T, D, S>& pair, const MaskOf<T>& near) {
    const T square = pair.square;
    const MaskOf<T> is_aligned =
        both(near, both(square >= T(rules.alignment_from_squared), square < T(rules.alignment_to_squared)));
    MaskOf<T> coheres =
        both(near, both(square >= T(rules.cohesion_from_squared), square < T(rules.cohesion_to_squared)));
    aligned = add_if(is_aligned, aligned, T(1));
    cohered = add_if(coheres, cohered, T(1));
    for (int k = 0; k < D; ++k) velocity[k] = add_if(is_aligned, velocity[k], T(pair.v[k]));
    if (rules.cohesion_target >= CohesionTarget::kDirections) {
      coheres = both(coheres, square > T(0));  // a coincident boid has no direction
      const T inverse = T(1) / square_root(square);
      for (int k = 0; k < D; ++k) cohesion[k] = add_if(coheres, cohesion[k], pair.d[k] * inverse);
    } else {
      const bool places = rules.cohesion_target == CohesionTarget::kPositionSum;
      for (int k = 0; k < D; ++k)
        cohesion[k] = add_if(coheres, cohesion[k], places ? T(pair.p[k]) : pair.d[k]);
    }
  }

  template <SumKind K, class S>
  MURMUR_INLINE void add_separation(const Self<T, D>& self, const Rules<S>& rules, const Pair<T, D, S>& pair,
                                    MaskOf<T> close) {
    if constexpr (K.rare_sums) separated = add_if(close, separated, T(1));
    if constexpr (K.falloff == Falloff::kNone && !K.general) {
      for (int k = 0; k < D; ++k) separation[k] = sub_if(close, separation[k], pair.d[k]);
    } else {
      if constexpr (K.octants || kQuickSums<T>) {  // where a branch costs less than a square
        if (!any(close)) return;
      }
      // A coincident pair adds no separation. It is removed from the mask, so that 0 * inf never enters a sum.
      close = both(close, pair.square > T(0));
      const T factor = falloff_of<K>(self, rules, pair);
      for (int k = 0; k < D; ++k) separation[k] = sub_if(close, separation[k], pair.d[k] * factor);
    }
  }

  /// Separation pushes by so many d. With octants it is unit(d) times the falloff of separation_distance().
  template <SumKind K, class S>
  static MURMUR_INLINE T falloff_of(const Self<T, D>& self, const Rules<S>& rules,
                                    const Pair<T, D, S>& pair) {
    const T square = pair.square;
    if constexpr (K.octants) {
      const T distance = separation_distance(self, rules, pair);
      T push = distance;
      if (rules.falloff == Falloff::kInverse) push = T(1);
      if (rules.falloff == Falloff::kInverseSquare) push = T(1) / distance;
      if (rules.falloff == Falloff::kShifted)
        push = T(1) / distance - T(1) / separation_reach(self, rules, pair);
      return push / square_root(square);
    } else {
      const Falloff falloff = K.general ? rules.falloff : K.falloff;
      if (falloff == Falloff::kNone) return T(1);
      return falloff == Falloff::kInverse ? T(1) / square_root(square) : T(1) / square;
    }
  }
};
