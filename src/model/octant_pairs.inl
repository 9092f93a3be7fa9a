// Pairs of a flock whose neighbours are the nearest in each octant (octants.inl). Separation uses a distance that is
// shorter for a boid ahead; all other terms are those of general_pairs.inl. For one boid at a time.

template <Arithmetic T, int D>
struct OctantPairs : AnyTerms<T, D, true> {
  using General = AnyTerms<T, D, true>;
  using General::rules, General::others;
  Vec<T, D> heading;  // unit(v)

  MURMUR_INLINE OctantPairs(const Parameters<ScalarOf<T>, D>& q, const Vec<T, D>& p_i, const Vec<T, D>& v_i)
      : General(q, p_i, v_i) {
    const T square = dot(v_i, v_i);
    heading = v_i / (square > T(0) ? square_root(square) : T(1));
  }

  template <class J>
  MURMUR_INLINE MaskOf<T> close(const J& j, const MaskOf<T>& near) const {
    return both(near, separation_distance(j) < separation_reach(j));
  }

  template <class Sum, class J>
  MURMUR_INLINE void add(Sum& sum, const J& j, const MaskOf<T>& near, const MaskOf<T>& close) const {
    this->add_as(*this, sum, j, near, close);
  }

  MURMUR_INLINE bool pushes_by_d() const { return false; }
  /// Factor of d for the separation: unit(d) times the falloff at separation_distance().
  template <class J>
  MURMUR_INLINE T push(const J& j) const {
    const T distance = separation_distance(j);
    T push = distance;
    if (rules.falloff == Falloff::kInverse) push = T(1);
    if (rules.falloff == Falloff::kInverseSquare) push = T(1) / distance;
    if (rules.falloff == Falloff::kShifted) push = T(1) / distance - T(1) / separation_reach(j);
    return push / square_root(j.square);
  }

 private:
  template <class J>
  MURMUR_INLINE T separation_distance(const J& j) const {
    const T ahead = dot(heading, j.d);
    const T square = greater(j.square - T(rules.shortening) * (ahead * ahead), T(0));
    return greater(square_root(square), T(rules.core));
  }
  template <class J>
  MURMUR_INLINE T separation_reach(const J& j) const {
    return others.toward ? others[j.place].separation_radius : T(rules.separation_radius);
  }
};
