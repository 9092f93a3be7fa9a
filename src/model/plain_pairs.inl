// A plain flock: all boids are alike. Boid i is steered; FocalBoid has its position p and its velocity v. Boid j, a Candidate (pair.inl), may
// be its neighbour: j.d is the displacement from i to j, j.square is |d|^2, and j.v its velocity. j.within(x) is j.square < x, and never holds
// for boid i itself. R is the radius and r the separation radius of docs/model.md. steering.inl makes the three rules of these sums, and divides by the count.
//
// T is a number, or a pack of lanes with one boid i in each; boid j is one for all lanes. A comparison gives a mask, one answer for each boid i.
// add_if(mask, sum, x) is sum + x where the mask holds, and sum elsewhere; sub_if() subtracts.

template <Arithmetic T, int D, Falloff kFalloff, bool kFieldOfView>
struct PlainPairs : FocalBoid<T, D> {
  using FocalBoid<T, D>::v;
  static constexpr bool kLimitsView = kFieldOfView,
                        kAddReadsSquare = kFalloff != Falloff::kNone;  // read by QuickSum (quick_sum.inl)
  static constexpr bool kAnyTerm = false, kWallsHide = false,
                        kLimited = false;  // read by QuickSum; GeneralPairs alone has them true

  const Rules<ScalarOf<T>>& rules;
  T close_square;  // r^2 in a register of lanes: g++ 12 loaded it for each pair
  T view;  // c |c| |v|^2, where c is the cosine of half the field of view and Rules::view_cosine is c |c|
  MaskOf<T> sees_around;  // boid i sees all around, because it is at rest and has no ahead

  MURMUR_INLINE PlainPairs(const Parameters<ScalarOf<T>, D>& q, const Vec<T, D>& p_i, const Vec<T, D>& v_i)
      : FocalBoid<T, D>{p_i, v_i}, rules(q.rules), close_square(T(q.rules.separation_radius_squared)) {
    if constexpr (kFieldOfView) {
      const T square = dot(v, v);
      view = T(rules.view_cosine) * square;
      sees_around = square <= T(0);
    }
  }

  /// Whether j is a neighbour: nearer than R, and in view.
  template <class J>
  MURMUR_INLINE MaskOf<T> near(const J& j) const {
    return in_view(j, j.within(T(rules.radius_squared)));
  }

  /// Whether j is too near: a neighbour, by the mask `near`, and nearer than r.
  template <class J>
  MURMUR_INLINE MaskOf<T> close(const J& j, const MaskOf<T>& near) const {
    return both(near, j.square < (kLanesOf<T> > 2 ? close_square : T(rules.separation_radius_squared)));
  }

  /// Alignment sums the velocities of neighbours, cohesion their displacements, separation those of the too near, times -1 or -falloff_at().
  template <class Sum, class J>
  MURMUR_INLINE void add(Sum& sum, const J& j, const MaskOf<T>& near, MaskOf<T> close) const {
    sum.count = add_if(near, sum.count, T(1));
    for (int k = 0; k < D; ++k) sum.velocity[k] = add_if(near, sum.velocity[k], T(j.v[k]));
    for (int k = 0; k < D; ++k) sum.cohesion[k] = add_if(near, sum.cohesion[k], j.d[k]);
    if constexpr (kFalloff == Falloff::kNone) {
      for (int k = 0; k < D; ++k) sum.separation[k] = sub_if(close, sum.separation[k], j.d[k]);
    } else if (may_hold<T>(close)) {
      close =
          both(close, j.square > T(0));  // coincident boids have no direction, so neither pushes the other
      const T push = falloff_at<kFalloff>(j.square);
      for (int k = 0; k < D; ++k) sum.separation[k] = sub_if(close, sum.separation[k], j.d[k] * push);
    }
  }

  /// Tests the view: the cosine of the angle between v and d is above c. Signed squares, (v·d) |v·d| > c |c| |v|^2 |d|^2, need no root.
  template <class J>
  MURMUR_INLINE MaskOf<T> in_view(const J& j, const MaskOf<T>& within_reach) const {
    if constexpr (kFieldOfView) {
      const T ahead = dot(v, j.d);
      return both(within_reach, either(ahead * magnitude(ahead) > view * j.square, sees_around));
    }
    return within_reach;
  }
};
