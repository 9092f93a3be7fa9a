// Pairs of a flock of several species: the rules of plain_pairs.inl, with radii and factors for each pair of species.

/// The numbers of each species towards that of boid i: a row of Rules::toward. Lanes have one row for each boid i.
template <Arithmetic T>
struct SpeciesOfOthers {
  const uint32_t* species_of = nullptr;  // species by the index of j
  const Toward<T>* toward =
      nullptr;  // numbers by the species of j, starting at `row`; null: a flock without species
  uint32_t row = 0;

  MURMUR_INLINE const Toward<T>& operator[](uint32_t j) const {
    if constexpr (kInWarps) return toward[row + species_of[j]];  // a 32-bit index costs less than an address
    return toward[species_of[j]];
  }
};

template <Arithmetic T, int D, Falloff kFalloff, bool kFieldOfView>
struct SpeciesPairs : PlainPairs<T, D, kFalloff, kFieldOfView> {
  using Plain = PlainPairs<T, D, kFalloff, kFieldOfView>;
  using Plain::rules;
  static constexpr bool kMayLackSpecies = false;
  SpeciesOfOthers<T> others;

  MURMUR_INLINE SpeciesPairs(const Parameters<ScalarOf<T>, D>& q, const Vec<T, D>& p_i, const Vec<T, D>& v_i)
      : Plain(q, p_i, v_i) {}

  /// Sets the view of boid i to that of its species.
  MURMUR_INLINE void see_as(const Traits<T>& own) {
    if constexpr (kFieldOfView) {
      if (!rules.field_of_view) return;
      this->view = own.view_cosine * dot(this->v, this->v);
      this->sees_around = either(this->sees_around, own.sees_round > T(0));
    }
  }

  template <class J>
  MURMUR_INLINE MaskOf<T> near(const J& j) const {
    return this->in_view(j, j.within(others[j.place].radius_squared));
  }

  template <class J>
  MURMUR_INLINE MaskOf<T> close(const J& j, const MaskOf<T>& near) const {
    return both(near, j.square < others[j.place].separation_radius_squared);
  }

  /// Adds each term times its factor; product and sum are rounded together.
  template <class Sum, class J>
  MURMUR_INLINE void add(Sum& sum, const J& j, const MaskOf<T>& near, MaskOf<T> close) const {
    const RowInRegisters<Toward<T>> other = others[j.place];
    Vec<T, D> d, apart;
    for (int k = 0; k < D; ++k) d[k] = apart[k] = finite_if(near, j.d[k]);
    sum.count = add_if(near, sum.count, T(1));
    const T alignment = in_register(other.alignment), attraction = in_register(other.cohesion);
    sum.aligned = add_magnitude_if(near, sum.aligned, alignment);
    sum.cohered = add_magnitude_if(near, sum.cohered, attraction);
    for (int k = 0; k < D; ++k) sum.velocity[k] = fused_if(near, alignment, T(j.v[k]), sum.velocity[k]);
    for (int k = 0; k < D; ++k) sum.cohesion[k] = fused_if(near, attraction, d[k], sum.cohesion[k]);
    if constexpr (kFalloff != Falloff::kNone) {
      close = both(close, j.square > T(0));
      const T push = falloff_at<kFalloff>(j.square);
      for (int k = 0; k < D; ++k) apart[k] = finite_if(close, j.d[k] * push);
    }
    for (int k = 0; k < D; ++k) sum.separation[k] = fused_if(close, other.away, apart[k], sum.separation[k]);
  }
};
