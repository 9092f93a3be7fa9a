// Computes new velocities and positions from neighbour sums, written once over the arithmetic type T.
// Included after neighbour_sum.inl. S is the scalar type of the parameters.

template <Arithmetic T, int D, class S>
MURMUR_INLINE Vec<T, D> shaped(const Steer<S>& steer, const T& weight, const Vec<T, D>& x) {
  Vec<T, D> r = x;
  if (steer.shape == Shape::kFactor) {
    r = x * T(steer.amount);
  } else {
    const T square = dot(x, x);
    const T scale = T(steer.amount) / square_root(square);
    const auto rescale =
        steer.shape == Shape::kLimit ? square > T(steer.amount) * T(steer.amount) : square > T(0);
    for (int k = 0; k < D; ++k) r[k] = select(rescale, x[k] * scale, x[k]);
  }
  return r * weight;
}

/// Delta v of the three rules: w_s shape(separation) + w_a shape(alignment) + w_c shape(cohesion). `own`: traits of
/// the boid; `kept`: pointers to its columns. With inertia, a stored alignment follows that of the neighbours and
/// acts in its place.
template <Arithmetic T, int D, class S>
MURMUR_INLINE Vec<T, D> steer_by_rules(const Rules<S>& rules, const Traits<T>& own,
                                       const NeighbourSum<T, D>& sum, const Vec<T, D>& v,
                                       const Columns<D, T, PointerTo>& kept) {
  const bool counted = rules.kind.terms != Terms::kUsual || rules.has_species();
  const T aligned_count = counted ? sum.aligned : sum.count;
  const T cohered_count = counted ? sum.cohered : sum.count;
  // Avoids -0: different ways to compute the same sum may give -0 or 0.
  const auto settled = [&](Vec<T, D> total) {
    for (int k = 0; k < D && rules.has_species(); ++k) total[k] = total[k] + T(0);
    return total;
  };
  const auto lone = aligned_count <= T(0);
  const auto at_least_one = [](const T& n) { return select(n <= T(0), T(1), n); };

  Vec<T, D> separation = settled(sum.separation);
  if (rules.separation_average == Average::kSeparated) {
    separation = separation / at_least_one(sum.separated);
  } else if (rules.separation_average == Average::kNeighbours) {
    separation = separation / at_least_one(sum.count);
  }

  Vec<T, D> alignment = settled(sum.velocity);
  if (rules.include_self) alignment = alignment + v;
  if (rules.alignment_average) alignment = alignment / at_least_one(aligned_count);
  if (rules.relative) alignment = alignment - v;
  if (!rules.include_self) {
    for (int k = 0; k < D; ++k) alignment[k] = select(lone, T(0), alignment[k]);
  }
  Vec<T, D> aligned = shaped(rules.alignment, own.alignment_weight, alignment);
  if (rules.lone == Lone::kKeep) {
    for (int k = 0; k < D; ++k) aligned[k] = select(lone, v[k] * own.alignment_weight, aligned[k]);
  }
  if (Vec<T, D>* const before = kept.alignment)
    aligned = *before = *before + (aligned - *before) * T(rules.alignment_share);

  Vec<T, D> cohesion = settled(sum.cohesion);
  if (rules.cohesion_target == CohesionTarget::kCentroid ||
      rules.cohesion_target == CohesionTarget::kMeanDirection)
    cohesion = cohesion / at_least_one(cohered_count);
  Vec<T, D> together = shaped(rules.cohesion, own.cohesion_weight * T(rules.cohesion_sign), cohesion);
  together[D - 1] = together[D - 1] * T(rules.cohesion_vertical);

  const Vec<T, D> apart = shaped(rules.separation, own.separation_weight, separation);
  Vec<T, D> all = apart + aligned + together;
  if (rules.exclusive) {
    const auto acts = sum.separated > T(0);
    for (int k = 0; k < D; ++k) all[k] = select(acts, apart[k], all[k]);
  }
  return all;
}

/// The species, after a step, of the boid at an index of `columns`; `catchers`: number of its neighbours that catch it.
template <Arithmetic T, int D>
MURMUR_INLINE uint32_t species_after(const Traits<T>& own, T catchers,
                                     const Columns<D, T, PointerTo>& columns, int64_t place) {
  return catchers > T(0) ? static_cast<uint32_t>(static_cast<int32_t>(own.becomes)) : columns.species[place];
}

/// Limits the speed to min_speed .. max_speed; a boid at rest stays at rest.
template <Arithmetic T, int D, class S>
MURMUR_INLINE Vec<T, D> limit_speed(const Rules<S>& rules, const Traits<T>& own, const Vec<T, D>& v) {
  const T square = dot(v, v);
  const auto fast = square > own.max_speed_squared;
  const T speed = square_root(square);
  const T slower = own.max_speed / speed;
  Vec<T, D> r;
  for (int k = 0; k < D; ++k) r[k] = select(fast, v[k] * slower, v[k]);
  if (rules.has_least_speed) {
    const auto below = square < own.min_speed_squared;
    const auto slow = both(below, square > T(0));
    const T faster = own.min_speed / speed;
    for (int k = 0; k < D; ++k) r[k] = select(slow, v[k] * faster, r[k]);
  }
  return r;
}

/// Applies the boundary after a move, axis by axis; `bounce` also reverses the velocity.
template <Arithmetic T, int D, class S>
MURMUR_INLINE void apply_boundary(const World<S, D>& world, Vec<T, D>& p, Vec<T, D>& v) {
  for (int k = 0; k < D; ++k) {
    const T size = T(world.size[k]);
    switch (world.boundary) {
      case Boundary::kTile: {
        const T low = T(S(0) - world.margin), high = T(world.size[k] + world.margin);
        p[k] = select(p[k] > high, low, select(p[k] < low, high, p[k]));
        break;
      }
      case Boundary::kWrap: {
        // Inside the world p - size * floor(p / size) is p + 0, so the division is needed only if a boid has left the world.
        const auto left = either(p[k] < T(0), p[k] >= size);
        p[k] = p[k] + T(0);
        if (any(left)) {
          const T wrapped = p[k] - size * round_down(p[k] / size);
          // Rounding of the product can give a result below 0 or above size after a jump over several worlds.
          p[k] = select(either(wrapped < T(0), wrapped >= size), T(0), wrapped);
        }
        break;
      }
      case Boundary::kBounce: {
        const auto below = p[k] < T(0);
        const auto above = p[k] > size;
        v[k] = select(either(below, above), T(0) - v[k], v[k]);
        p[k] = select(below, T(0) - p[k], select(above, (size - p[k]) + size, p[k]));
        p[k] = select(p[k] < T(0), T(0), select(p[k] > size, size, p[k]));
        break;
      }
      case Boundary::kSoft:  // acts on the velocity in behaviours/soft_border.inl
      case Boundary::kOpen:
        break;
    }
  }
}

/// The end of a step without behaviours: adds dv and wind, limits the speed, moves the boid and applies the boundary.
template <Arithmetic T, int D, class S>
MURMUR_INLINE void advance_plain(const Parameters<S, D>& q, const Traits<T>& own, const Vec<T, D>& dv,
                                 Vec<T, D>& p, Vec<T, D>& v) {
  v = v + dv;
  if (q.wind_acts) v = v + splat<T>(q.wind);
  v = limit_speed(q.rules, own, v);
  p = p + v * T(q.rules.time_step);
  apply_boundary(q.world, p, v);
}
