// General pairs: every term, chosen at run time. They give the same bits as plain_pairs.inl and species_pairs.inl for
// flocks that those support. In addition they have zones of alignment and cohesion, sums of positions or directions,
// separation at any angle, the nearest neighbours (nearest.inl), catches, and walls that hide neighbours.

/// Loads one vector for each boid i.
template <Arithmetic T, int D>
struct VectorsOfLanes {
  ScalarOf<T> numbers[D][kLanesOf<T>];

  MURMUR_INLINE explicit VectorsOfLanes(const Vec<T, D>& v) {
    for (int k = 0; k < D; ++k) NumbersOf<T>::put(v[k], numbers[k], static_cast<uint32_t>(kLanesOf<T>));
  }
  MURMUR_INLINE Vec<ScalarOf<T>, D> operator[](int lane) const {
    Vec<ScalarOf<T>, D> v;
    for (int k = 0; k < D; ++k) v[k] = numbers[k][lane];
    return v;
  }
};

// Static: two sources include this file with different lanes, and the linker could mix up weak functions.
/// Removes boids that a wall hides from p from the mask `near`. Not inlined: its copies were nine tenths of the code of lanes.
template <Arithmetic T, int D>
static MURMUR_OUTLINE void keep_unhidden(const Walls<ScalarOf<T>, D>& walls, const Vec<T, D>& p,
                                         const Vec<T, D>& d, MaskOf<T>& near) {
  NumbersOf<T> seen(select(near, T(1), T(0)));
  const VectorsOfLanes<T, D> from(p), way(d);
  for (int lane = 0; lane < kLanesOf<T>; ++lane)
    if (seen.at[lane] > 0 && hides(walls, from[lane], way[lane])) seen.at[lane] = 0;
  near = seen.together() > T(0);
}

/// Whether a facet is near one of the positions p; if not, no wall hides anything.
template <Arithmetic T, int D>
static MURMUR_OUTLINE bool is_near_facet(const Walls<ScalarOf<T>, D>& walls, const Vec<T, D>& p) {
  const VectorsOfLanes<T, D> from(p);
  for (int lane = 0; lane < kLanesOf<T>; ++lane) {
    const NearFacets near = facets_near(walls, from[lane]);
    if (near.begin < near.end) return true;
  }
  return false;
}

/// Pairs with every term. kAny: species, falloff, view and a limit of neighbours are chosen at run time. Otherwise
/// there are no species and no limit, and falloff and view are kFalloff and kFieldOfView, which makes a step up to a
/// fifth faster.
template <Arithmetic T, int D, bool kAny, bool kWalls, Falloff kFalloff, bool kFieldOfView>
struct GeneralPairs : SpeciesPairs<T, D, Falloff::kNone, true> {
  using S = ScalarOf<T>;
  using Species = SpeciesPairs<T, D, Falloff::kNone, true>;
  using Species::rules, Species::others;

  static constexpr bool kMayLackSpecies = true, kAnyTerm = kAny, kWallsHide = kWalls;
  static constexpr bool kLimited = kAny || kFieldOfView;  // set also for the nearest neighbours
  T reach_squared;  // upper limit of a neighbour's |d|^2: R^2, or that of the first boid beyond the nearest
  const Walls<S, D>* walls = nullptr;  // walls that may hide j; null: no wall is near i

  MURMUR_INLINE GeneralPairs(const Parameters<S, D>& q, const Vec<T, D>& p_i, const Vec<T, D>& v_i)
      : Species(q, p_i, v_i), reach_squared(T(rules.radius_squared)) {
    if constexpr (kWalls) {
      if (rules.walls_hide && is_near_facet(q.behaviours.walls, p_i)) walls = &q.behaviours.walls;
    }
  }

  template <class J>
  MURMUR_INLINE MaskOf<T> near(const J& j) const {
    T reach = reach_squared;
    if constexpr (!kOneBoid<T>) {
      if (has_species()) reach = lesser(reach, others[j.place].radius_squared);
    }
    auto near = j.within(reach);
    // Loading a row of a species costs one boid more than a branch.
    if constexpr (kOneBoid<T>) {
      if (any(near) && rules.own_radii && has_species()) near = j.square < others[j.place].radius_squared;
    }
    if (kAny ? rules.field_of_view : kFieldOfView) near = this->in_view(j, near);
    return unhidden(j, near);
  }

  template <class J>
  MURMUR_INLINE MaskOf<T> close(const J& j, const MaskOf<T>& near) const {
    if (has_species()) {
      if constexpr (kOneBoid<T>) {
        if (!any(near) && !(rules.sees_all && any(j.within(T(rules.radius_squared))))) return near;
      }
      const Toward<T>& other = others[j.place];
      const auto within = j.square < other.separation_radius_squared;
      return rules.sees_all ? unhidden(j, both(within, j.within(other.radius_squared))) : both(near, within);
    }
    const auto within = j.square < T(rules.separation_radius_squared);
    return rules.sees_all ? unhidden(j, both(within, j.within(T(rules.radius_squared)))) : both(near, within);
  }

  template <class Sum, class J>
  MURMUR_INLINE void add(Sum& sum, const J& j, const MaskOf<T>& near, const MaskOf<T>& close) const {
    add_as(*this, sum, j, near, close);
  }
  /// Whether the separation adds d itself, instead of push(j) d.
  MURMUR_INLINE bool pushes_by_d() const { return (kAny ? rules.falloff : kFalloff) == Falloff::kNone; }
  template <class J>
  MURMUR_INLINE T push(const J& j) const {
    return (kAny ? rules.falloff : kFalloff) == Falloff::kInverse
               ? falloff_at<Falloff::kInverse>(j.square)
               : falloff_at<Falloff::kInverseSquare>(j.square);
  }

 protected:
  /// Adds the terms of a pair. `pairs`: this object with its actual type, whose push() may differ.
  template <class Pairs, class Sum, class J>
  MURMUR_INLINE void add_as(const Pairs& pairs, Sum& sum, const J& j, const MaskOf<T>& near,
                            MaskOf<T> close) const {
    sum.count = add_if(near, sum.count, T(1));
    if (has_species()) return add_of_species(pairs, sum, j, near, close);
    const MaskOf<T> is_aligned = aligns(j, near);
    MaskOf<T> coheres = coheres_with(j, near);
    sum.aligned = add_if(is_aligned, sum.aligned, T(1));
    sum.cohered = add_if(coheres, sum.cohered, T(1));
    for (int k = 0; k < D; ++k) sum.velocity[k] = add_if(is_aligned, sum.velocity[k], T(j.v[k]));
    if (rules.cohesion_target >= CohesionTarget::kDirections) {
      coheres = both(coheres, j.square > T(0));  // a boid at the same position has no direction
      const T inverse = T(1) / square_root(j.square);
      for (int k = 0; k < D; ++k) sum.cohesion[k] = add_if(coheres, sum.cohesion[k], j.d[k] * inverse);
    } else {
      const bool places = rules.cohesion_target == CohesionTarget::kPositionSum;
      for (int k = 0; k < D; ++k)
        sum.cohesion[k] = add_if(coheres, sum.cohesion[k], places ? T(j.p[k]) : j.d[k]);
    }
    sum.separated = add_if(close, sum.separated, T(1));
    if (pairs.pushes_by_d()) {
      for (int k = 0; k < D; ++k) sum.separation[k] = sub_if(close, sum.separation[k], j.d[k]);
    } else if (may_hold<T>(close)) {
      close = both(close, j.square > T(0));  // prevents 0 * inf in a sum
      const T factor = pairs.push(j);
      for (int k = 0; k < D; ++k) sum.separation[k] = sub_if(close, sum.separation[k], j.d[k] * factor);
    }
  }

 private:
  MURMUR_INLINE bool has_species() const { return kAny && others.toward; }

  /// Masks of neighbours in the zone of alignment, and in that of cohesion.
  template <class J>
  MURMUR_INLINE MaskOf<T> aligns(const J& j, const MaskOf<T>& near) const {
    return both(near,
                both(j.square >= T(rules.alignment_from_squared), j.square < T(rules.alignment_to_squared)));
  }
  template <class J>
  MURMUR_INLINE MaskOf<T> coheres_with(const J& j, const MaskOf<T>& near) const {
    return both(near,
                both(j.square >= T(rules.cohesion_from_squared), j.square < T(rules.cohesion_to_squared)));
  }

  template <class Pairs, class Sum, class J>
  MURMUR_INLINE void add_of_species(const Pairs& pairs, Sum& sum, const J& j, const MaskOf<T>& near,
                                    MaskOf<T> close) const {
    if constexpr (kOneBoid<T>) {  // no row is read for an index past the run
      if (!any(near) && !any(close)) return;
    }
    const T square = j.square;
    const RowInRegisters<Toward<T>> other = others[j.place];
    const MaskOf<T> either_set = either(near, close);
    Vec<T, D> d, together, apart;
    for (int k = 0; k < D; ++k) d[k] = together[k] = finite_if(either_set, j.d[k]);
    const MaskOf<T> is_aligned = aligns(j, near);
    MaskOf<T> coheres = coheres_with(j, near);
    sum.separated = add_if(close, sum.separated, T(1));
    if (rules.catches) sum.catchers = add_if(both(near, square < other.catch_squared), sum.catchers, T(1));
    const T alignment = in_register(other.alignment), attraction = in_register(other.cohesion);
    sum.aligned = add_magnitude_if(is_aligned, sum.aligned, alignment);
    sum.cohered = add_magnitude_if(coheres, sum.cohered, attraction);
    if (rules.cohesion_target >= CohesionTarget::kDirections) {
      coheres = both(coheres, square > T(0));
      const T inverse = T(1) / square_root(square);
      for (int k = 0; k < D; ++k) together[k] = finite_if(coheres, j.d[k] * inverse);
    }
    if (rules.cohesion_target == CohesionTarget::kPositionSum) {
      for (int k = 0; k < D; ++k) together[k] = T(j.p[k]);
    }
    for (int k = 0; k < D; ++k) sum.velocity[k] = fused_if(is_aligned, alignment, T(j.v[k]), sum.velocity[k]);
    for (int k = 0; k < D; ++k) sum.cohesion[k] = fused_if(coheres, attraction, together[k], sum.cohesion[k]);
    if (pairs.pushes_by_d()) {
      apart = d;
    } else {
      close = both(close, square > T(0));
      const T factor = pairs.push(j);
      for (int k = 0; k < D; ++k) apart[k] = finite_if(close, j.d[k] * factor);
    }
    for (int k = 0; k < D; ++k) sum.separation[k] = fused_if(close, other.away, apart[k], sum.separation[k]);
  }

  /// Mask of neighbours that no wall hides.
  template <class J>
  MURMUR_INLINE MaskOf<T> unhidden(const J& j, MaskOf<T> near) const {
    if constexpr (kWalls) {
      if (walls && any(near)) keep_unhidden(*walls, this->p, j.d, near);
    }
    return near;
  }
};

template <Arithmetic T, int D, bool kWalls>
using AnyTerms = GeneralPairs<T, D, true, kWalls, Falloff::kNone, true>;
