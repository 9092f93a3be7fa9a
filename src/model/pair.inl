// A pair: boid i, and boid j that a walker has found as a candidate to be its neighbour. This file says in which of the sets
// V and S of docs/model.md j is; neighbour_sum.inl says what a pair adds. Walkers (visit.inl, model/device/steer_runs.h, those of
// the backends) only find candidates, and hand them on to one of two:
//   a Search  consider(self, rules, found, candidate)  whether j counts is its own decision
//   a Sum     add<K>(self, rules, pair, met)           adds the terms of one pair. A walker may hand on a pair twice, once for V
//             and once for S: a term looks at one of the two. What a term needs of i is in Self, of j in Pair.
// Included inside namespace murmur (model/model.h) and once per instruction set (sim/backends/cpu/lanes_step.cpp), because inlined
// lane code must belong to a function of its own instruction set.

/// Boid i. view = c|c| |v_i|^2; a boid at rest has no view limit.
template <Own T, int D>
struct Self {
  Vec<T, D> p, v;
  T one;            // see difference()
  T reach_squared;  // only of rare sums: |d|^2 of its neighbours is less
  T view;
  MaskOf<T> at_rest;
  Vec<T, D> heading;  // only of octants: unit(v)
  // Only with species; null in octants without them.
  const uint32_t* species_of = nullptr;  // by the place of j
  const Toward<T>* toward = nullptr;     // by the species of j, from `row` on
  uint32_t row = 0;
  const Walls<ScalarOf<T>, D>* walls = nullptr;  // only of the general kind: those that may hide j

  MURMUR_INLINE const Toward<T>& toward_boid(uint32_t j) const {
    if constexpr (kInWarps)
      return toward[row + species_of[j]];  // in 32 bits, which cost less than an address
    return toward[species_of[j]];
  }
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
    if constexpr (K.general) {
      if (!rules.field_of_view) self.at_rest = square >= T(0);
    }
    if constexpr (K.octants) self.heading = v / (square > T(0) ? square_root(square) : T(1));
  }
  return self;
}

/// What may hide its neighbours.
template <SumKind K, Own T, int D, class S>
MURMUR_INLINE void see_walls(Self<T, D>& self, const Parameters<S, D>& q) {
  if constexpr (K.general) self.walls = &q.behaviours.walls;
}

/// The view that a boid of its species has.
template <SumKind K, Own T, int D, class S>
MURMUR_INLINE void see_as(Self<T, D>& self, const Rules<S>& rules, const Traits<T>& own) {
  if constexpr (K.field_of_view) {
    if (!rules.field_of_view) return;
    self.view = own.view_cosine * dot(self.v, self.v);
    self.at_rest = either(self.at_rest, own.sees_round > T(0));
  }
}

/// The numbers of the boid at a place of `columns`, in a flock that may have species.
template <SumKind K, Own T, int D>
MURMUR_INLINE Traits<T> traits_of(const Rules<T>& rules, const Columns<D, T, PointerTo>& columns,
                                  int64_t place) {
  if constexpr (K.species) {
    if (rules.has_species()) return rules.species.data[columns.species[place]];
  }
  return rules;
}

/// What each species is to the boid or block, by that of the neighbour at a place of `columns`.
template <Own T, int D, class S>
MURMUR_INLINE void see_species(Self<T, D>& self, const Columns<D, S, PointerTo>& columns,
                               const Toward<T>* toward) {
  self.species_of = columns.species;
  self.toward = toward;
}

/// The boid at a place of `columns`, in a flock that may have species.
template <SumKind K, Own T, int D>
MURMUR_INLINE Self<T, D> make_self_of(const Parameters<T, D>& q, const Vec<T, D>& p, const Vec<T, D>& v,
                                      const Columns<D, T, PointerTo>& columns, int64_t place) {
  const Rules<T>& rules = q.rules;
  Self<T, D> self = make_self<T, D, K>(rules, p, v);
  see_walls<K>(self, q);
  if constexpr (K.species) {
    if (K.general && !rules.has_species()) return self;
    const uint32_t own = columns.species[place];
    const uint32_t row = own * static_cast<uint32_t>(rules.species.size);
    see_species(self, columns, kInWarps ? rules.toward.data : rules.toward.data + row);
    self.row = row;
    see_as<K>(self, rules, rules.species.data[own]);
  }
  return self;
}

/// Boid j as a walker finds it. References: a copy of a vector would go through memory where g++ optimises little (scalar_step.cpp).
template <Own T, int D, class S>
struct FoundBoid {
  const Vec<T, D>& d;     // from i to j, in the image of j that counts
  const Vec<S, D>&p, &v;  // of j
  uint32_t j;             // its place in the arrays of the walker
};

/// Boid j as boid i sees it.
template <Own T, int D, class S>
struct Pair : FoundBoid<T, D, S> {
  T square;  // |d|^2; a Search computes it, because quick_sum.inl does it in another way

  explicit MURMUR_INLINE Pair(const FoundBoid<T, D, S>& found)
      : FoundBoid<T, D, S>(found), square(dot(found.d, found.d)) {}
  MURMUR_INLINE Pair(const FoundBoid<T, D, S>& found, const T& squared)
      : FoundBoid<T, D, S>(found), square(squared) {}
};

/// Whether j is in V and in S.
template <class M>
struct Met {
  M near, close;
};

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

/// Of those that `near` holds for, those that no wall hides.
template <Own T, int D>
MURMUR_INLINE MaskOf<T> in_sight(const Self<T, D>& self, const Vec<T, D>& d, const MaskOf<T>& near) {
  if (!any(near)) return near;
  constexpr auto kLanes = static_cast<uint32_t>(kLanesOf<T>);
  NumbersOf<T> seen(select(near, T(1), T(0)));
  ScalarOf<T> from[D][kLanes], way[D][kLanes];
  for (int k = 0; k < D; ++k) {
    NumbersOf<T>::put(self.p[k], from[k], kLanes);
    NumbersOf<T>::put(d[k], way[k], kLanes);
  }
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    if (!(seen.at[lane] > 0)) continue;
    Vec<ScalarOf<T>, D> p, to;
    for (int k = 0; k < D; ++k) {
      p[k] = from[k][lane];
      to[k] = way[k][lane];
    }
    if (hides(*self.walls, p, to)) seen.at[lane] = 0;
  }
  return seen.together() > T(0);
}

/// Whether the row of a species is read for a boid only if it is near: it costs more than a branch. In warps and in lanes it is read
/// for each candidate.
template <SumKind K, Own T>
constexpr bool kRowIfNear = kLanesOf<T> == 1 && !(kInWarps && !K.rare_sums);

/// Whether j is in V: `candidate` holds, |d| < R, j is in view, not behind a wall, and among the nearest.
template <SumKind K, Own T, int D, class S, class Candidate>
MURMUR_INLINE MaskOf<T> is_near(const Self<T, D>& self, const Rules<S>& rules, const Pair<T, D, S>& pair,
                                const Candidate& candidate) {
  T reach = K.rare_sums ? self.reach_squared : T(rules.radius_squared);
  if constexpr (K.species && !kRowIfNear<K, T>) {
    if (!K.general || self.toward)
      reach = K.rare_sums ? lesser(reach, self.toward_boid(pair.j).radius_squared)
                          : self.toward_boid(pair.j).radius_squared;
  }
  auto near = candidate.filter(pair.square < reach);
  if constexpr (K.species && kRowIfNear<K, T>) {
    if (near && rules.own_radii) near = pair.square < self.toward_boid(pair.j).radius_squared;
  }
  if constexpr (K.field_of_view) {
    const T q = dot(self.v, pair.d);
    near = both(near, either(q * magnitude(q) > self.view * pair.square, self.at_rest));
  }
  if constexpr (K.general) {
    if (rules.walls_hide) near = in_sight(self, pair.d, near);
  }
  return near;
}

/// The distance that separation goes by with octants: shorter the straighter ahead j is.
template <Own T, int D, class S>
MURMUR_INLINE T separation_distance(const Self<T, D>& self, const Rules<S>& rules,
                                    const Pair<T, D, S>& pair) {
  const T ahead = dot(self.heading, pair.d);
  const T square = greater(pair.square - T(rules.shortening) * (ahead * ahead), T(0));
  return greater(square_root(square), T(rules.core));
}

/// r of octants.
template <Own T, int D, class S>
MURMUR_INLINE T separation_reach(const Self<T, D>& self, const Rules<S>& rules, const Pair<T, D, S>& pair) {
  return self.toward ? self.toward_boid(pair.j).separation_radius : T(rules.separation_radius);
}

/// Whether j is in S of a separation that sees all: `within` its reach, nearer than R, and not behind a wall.
template <SumKind K, Own T, int D, class S, class Candidate>
MURMUR_INLINE MaskOf<T> close_at_any_angle(const Self<T, D>& self, const Rules<S>& rules,
                                           const Pair<T, D, S>& pair, const MaskOf<T>& within,
                                           const T& reach_squared, const Candidate& candidate) {
  auto close = both(within, candidate.filter(pair.square < reach_squared));
  if constexpr (K.general) {
    if (rules.walls_hide) close = in_sight(self, pair.d, close);
  }
  return close;
}

/// Whether j is in S: |d| < r, and it is in V unless separation sees all.
template <SumKind K, Own T, int D, class S, class Candidate>
MURMUR_INLINE MaskOf<T> is_close(const Self<T, D>& self, const Rules<S>& rules, const Pair<T, D, S>& pair,
                                 const MaskOf<T>& near, const Candidate& candidate) {
  if constexpr (K.octants) {
    return both(near, separation_distance(self, rules, pair) < separation_reach(self, rules, pair));
  } else {
    if constexpr (K.species) {
      if (!K.general || self.toward) {
        if constexpr (kRowIfNear<K, T>) {
          const bool wider = K.rare_sums && rules.sees_all;
          if (!any(near) && !(wider && any(candidate.filter(pair.square < T(rules.radius_squared)))))
            return near;
        }
        const Toward<T>& other = self.toward_boid(pair.j);
        const auto within = pair.square < other.separation_radius_squared;
        if constexpr (K.rare_sums) {
          if (rules.sees_all)
            return close_at_any_angle<K>(self, rules, pair, within, other.radius_squared, candidate);
        }
        return both(near, within);
      }
    }
    const auto within = pair.square < T(rules.separation_radius_squared);
    if constexpr (K.rare_sums) {
      if (rules.sees_all)
        return close_at_any_angle<K>(self, rules, pair, within, T(rules.radius_squared), candidate);
    }
    return both(near, within);
  }
}

/// The sets of a pair whose walker knows V.
template <SumKind K, Own T, int D, class S, class Candidate>
MURMUR_INLINE Met<MaskOf<T>> meet(const Self<T, D>& self, const Rules<S>& rules, const Pair<T, D, S>& pair,
                                  const MaskOf<T>& near, const Candidate& candidate) {
  return {near, is_close<K>(self, rules, pair, near, candidate)};
}
template <SumKind K, Own T, int D, class S, class Candidate>
MURMUR_INLINE Met<MaskOf<T>> meet(const Self<T, D>& self, const Rules<S>& rules, const Pair<T, D, S>& pair,
                                  const Candidate& candidate) {
  return meet<K>(self, rules, pair, is_near<K>(self, rules, pair, candidate), candidate);
}
