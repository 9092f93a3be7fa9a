// The sums over neighbours, written once over the arithmetic type T: float, double or a pack of lanes.
// Included inside namespace murmur (model/model.h) and once per instruction set
// (sim/backends/cpu/lanes_step.cpp), because inlined lane code must belong to a function of its own
// instruction set.

template <Own T, int D>
struct Self;

/// Sums of boid i over V and S (docs/model.md), each in the contract's order.
template <Own T, int D>
struct NeighbourSum {
  T count = T(0);  // n
  // s, n_a and n_c, only of rare sums; otherwise n_a = n_c = n
  T separated = T(0), aligned = T(0), cohered = T(0);
  Vec<T, D> velocity{};
  Vec<T, D> cohesion{};  // sum of d_ij, of p_j for position-sum, of unit(d_ij) for directions
  Vec<T, D> separation{};

  MURMUR_INLINE NeighbourSum() {
    for (int k = 0; k < D; ++k) velocity[k] = cohesion[k] = separation[k] = T(0);
  }
  /// add_neighbour, for sum_candidates.
  template <SumKind K, class S, class Candidate>
  MURMUR_INLINE void add(const Self<T, D>& self, const Rules<S>& rules, const Vec<T, D>& d,
                         const Vec<S, D>& p_j, const Vec<S, D>& v_j, const Candidate& candidate, uint32_t) {
    add_neighbour<T, D, K>(*this, self, rules, d, p_j, v_j, candidate);
  }
};

/// Boid i in its neighbour tests. view = c|c| |v_i|^2; a boid at rest has no view limit.
template <Own T, int D>
struct Self {
  Vec<T, D> p, v;
  T one;            // see difference()
  T reach_squared;  // only of rare sums: |d|^2 of its neighbours is less
  T view;
  MaskOf<T> at_rest;
};

template <Own T, int D, SumKind K, class S>
MURMUR_INLINE Self<T, D> make_self(const Rules<S>& rules, const Vec<T, D>& p, const Vec<T, D>& v) {
  Self<T, D> self;
  self.p = p;
  self.v = v;
  self.one = opaque_one<T>();
  if constexpr (K.rare_sums) self.reach_squared = T(rules.radius_squared);
  if constexpr (K.field_of_view) {
    const T square = dot(v, v);
    self.view = T(rules.view_cosine) * square;
    self.at_rest = square <= T(0);
  }
  return self;
}

/// Whether boid j at displacement d is in V: `candidate` holds, |d| < R, j is in view, and among the nearest.
template <Own T, int D, SumKind K, class S, class Candidate>
MURMUR_INLINE MaskOf<T> is_near(const Self<T, D>& self, const Rules<S>& rules, const Vec<T, D>& d,
                                const T& square, const Candidate& candidate) {
  auto near = candidate.filter(square < (K.rare_sums ? self.reach_squared : T(rules.radius_squared)));
  if constexpr (K.field_of_view) {
    const T q = dot(self.v, d);
    near = both(near, either(q * magnitude(q) > self.view * square, self.at_rest));
  }
  return near;
}

/// The sums over those of V that alignment and cohesion act on.
template <Own T, int D, class S>
MURMUR_INLINE void add_zones(NeighbourSum<T, D>& sum, const MaskOf<T>& near, const Rules<S>& rules,
                             const Vec<T, D>& d, const T& square, const Vec<S, D>& p_j,
                             const Vec<S, D>& v_j) {
  const MaskOf<T> aligned =
      both(near, both(square >= T(rules.alignment_from_squared), square < T(rules.alignment_to_squared)));
  MaskOf<T> cohered =
      both(near, both(square >= T(rules.cohesion_from_squared), square < T(rules.cohesion_to_squared)));
  sum.aligned = add_if(aligned, sum.aligned, T(1));
  sum.cohered = add_if(cohered, sum.cohered, T(1));
  for (int k = 0; k < D; ++k) sum.velocity[k] = add_if(aligned, sum.velocity[k], T(v_j[k]));
  if (rules.cohesion_target >= CohesionTarget::kDirections) {
    cohered = both(cohered, square > T(0));  // a coincident boid has no direction
    const T inverse = T(1) / square_root(square);
    for (int k = 0; k < D; ++k) sum.cohesion[k] = add_if(cohered, sum.cohesion[k], d[k] * inverse);
  } else {
    const bool places = rules.cohesion_target == CohesionTarget::kPositionSum;
    for (int k = 0; k < D; ++k) sum.cohesion[k] = add_if(cohered, sum.cohesion[k], places ? T(p_j[k]) : d[k]);
  }
}

/// Whether it is in S: |d| < r, and it is in V unless separation sees all.
template <Own T, int D, SumKind K, class S, class Candidate>
MURMUR_INLINE MaskOf<T> is_close(const Rules<S>& rules, const MaskOf<T>& near, const T& square,
                                 const Candidate& candidate) {
  const auto within = square < T(rules.separation_radius_squared);
  if constexpr (K.rare_sums) {
    if (rules.sees_all) return both(within, candidate.filter(square < T(rules.radius_squared)));
  }
  return both(near, within);
}

/// The sums over V.
template <Own T, int D, SumKind K, class S>
MURMUR_INLINE void add_near(NeighbourSum<T, D>& sum, const MaskOf<T>& near, const Rules<S>& rules,
                            const Vec<T, D>& d, const T& square, const Vec<S, D>& p_j, const Vec<S, D>& v_j) {
  sum.count = add_if(near, sum.count, T(1));
  if constexpr (K.rare_sums) {
    add_zones(sum, near, rules, d, square, p_j, v_j);
  } else {
    for (int k = 0; k < D; ++k) sum.velocity[k] = add_if(near, sum.velocity[k], T(v_j[k]));
    for (int k = 0; k < D; ++k) sum.cohesion[k] = add_if(near, sum.cohesion[k], d[k]);
  }
}

/// The sums over S; `close`: of is_close.
template <Own T, int D, SumKind K>
MURMUR_INLINE void add_close(NeighbourSum<T, D>& sum, MaskOf<T> close, const Vec<T, D>& d, const T& square) {
  if constexpr (K.rare_sums) sum.separated = add_if(close, sum.separated, T(1));
  if constexpr (K.falloff == Falloff::kNone) {
    for (int k = 0; k < D; ++k) sum.separation[k] = sub_if(close, sum.separation[k], d[k]);
  } else {
    // A coincident pair adds no separation. It is removed from the mask, so that 0 * inf never enters a sum.
    close = both(close, square > T(0));
    const T inverse = K.falloff == Falloff::kInverse ? T(1) / square_root(square) : T(1) / square;
    for (int k = 0; k < D; ++k) sum.separation[k] = sub_if(close, sum.separation[k], d[k] * inverse);
  }
}

/// Adds boid j at displacement d to the sums where `candidate` holds and |d| < R (and j is in view).
template <Own T, int D, SumKind K, class S, class Candidate>
MURMUR_INLINE void add_neighbour(NeighbourSum<T, D>& sum, const Self<T, D>& self, const Rules<S>& rules,
                                 const Vec<T, D>& d, const Vec<S, D>& p_j, const Vec<S, D>& v_j,
                                 const Candidate& candidate) {
  const T square = dot(d, d);
  const MaskOf<T> near = is_near<T, D, K>(self, rules, d, square, candidate);
  const MaskOf<T> close = is_close<T, D, K>(rules, near, square, candidate);
  add_near<T, D, K>(sum, near, rules, d, square, p_j, v_j);
  add_close<T, D, K>(sum, close, d, square);
}

/// The boids of a run that are candidates: all of them, or those of a mask.
struct AnyCandidate {
  template <class M>
  MURMUR_INLINE M filter(const M& near) const {
    return near;
  }
};
template <class M>
struct MaskedCandidate {
  M mask;
  MURMUR_INLINE M filter(const M& near) const { return both(near, mask); }
};
