// One straight part of a move among walls (move.inl): how far it goes before it meets a facet, and how the rest of
// the move continues along that facet. Scalars only.

constexpr int kMostSlides = 4;
constexpr int kMostParts = 4096;  ///< most parts of a move near walls; a longer move ends there

/// Whether the part from p to q may meet the facet, or end on it. A part that begins on the facet, e.g. of an added
/// boid, may leave it.
template <Arithmetic T, int D>
MURMUR_INLINE bool blocks(const Facet<T, D>& facet, const Vec<T, D>& p, const Vec<T, D>& q) {
  if (boxes_apart(facet, p, q)) return false;
  if (may_touch(facet, q)) return true;
  return may_meet(facet, p, q) && !may_touch(facet, p);
}

/// Whether some facet blocks the part from p to q; `near`: the facets near p.
template <Arithmetic T, int D>
MURMUR_INLINE bool blocked(const Walls<T, D>& walls, const NearFacets& near, const Vec<T, D>& p,
                           const Vec<T, D>& q) {
  for (uint32_t k = near.begin; k < near.end; ++k) {
    const NearFacet entry = walls.near.data[k];
    if (entry.image() == NearFacet::kItself && blocks(walls.facets.data[entry.facet()], p, q)) return true;
  }
  return false;
}

/// Whether p may be on one of the facets.
template <Arithmetic T, int D>
MURMUR_INLINE bool on_wall(const Walls<T, D>& walls, const Vec<T, D>& p) {
  return blocked(walls, facets_near(walls, p), p, p);
}

/// Where a part stops at a facet: the share of its length, and the direction away from the facet.
template <class T, int D>
struct Stop {
  T share;
  T distance;  ///< distance of the part's start from the facet
  Vec<T, D> away;
};

template <Arithmetic T, int D>
MURMUR_INLINE Stop<T, D> stop_at(const Facet<T, D>& facet, T skin, const Vec<T, D>& p, const Vec<T, D>& q) {
  const T height = dot(facet.normal, p - facet.corner[0]);
  const int certain = side_of_facet(facet, p);
  const bool behind = certain != 0 ? certain < 0 : height < T(0);
  Stop<T, D> stop{T(0), magnitude(height), facet.normal * T(behind ? -1 : 1)};
  if (stop.distance < skin) {
    const Vec<T, D> there = to_nearest(facet, Vec<T, D>{}, p);
    const T length = square_root(dot(there, there));
    if (length >= skin) {  // p is beside the facet, in its plane: at the end of a wall
      stop.distance = length;
      stop.away = there * (T(-1) / length);
    }
  }
  const T approach = dot(stop.away, p - q);
  if (approach > T(0) && stop.distance > skin) {
    const T share = (stop.distance - skin) / approach;
    stop.share = share < T(1) ? share : T(1);
  }
  return stop;
}

/// A boid during a move among walls: its position, the end of the move, and its velocity.
template <class T, int D>
struct WallMove {
  Vec<T, D> at, target, v;
  int slides = 0;

  /// Ends the part at `free`, which certainly is free or is `at` itself, and turns the rest of the move along the
  /// facet that was met.
  MURMUR_INLINE void slide(const Stop<T, D>& stop, const Vec<T, D>& free, T skin) {
    at = free;
    Vec<T, D> rest = target - at;
    const T into = dot(rest, stop.away), inwards = dot(v, stop.away);
    if (into < T(0)) rest = rest - stop.away * into;
    if (inwards < T(0)) v = v - stop.away * inwards;
    if (stop.distance < skin) rest = rest + stop.away * (skin - stop.distance);
    target = at + rest;
    ++slides;
  }
};

/// Moves one part of the way to `next`, at most Walls::part on each axis. @returns whether it reached `next`.
template <Arithmetic T, int D>
MURMUR_INLINE bool take_part(const Walls<T, D>& walls, WallMove<T, D>& move, const Vec<T, D>& next) {
  T longest = T(0);
  for (int k = 0; k < D; ++k) {
    const T way = magnitude(next[k] - move.at[k]);
    longest = way > longest ? way : longest;
  }
  const bool whole = longest <= walls.part;
  Vec<T, D> end = next;
  if (!whole) {
    const T share = walls.part / longest;
    for (int k = 0; k < D; ++k) {
      const T way = next[k] - move.at[k];
      end[k] = move.at[k] + way * share;
    }
  }
  const NearFacets near = facets_near(walls, move.at);
  bool met = false;
  Stop<T, D> first{};
  for (uint32_t k = near.begin; k < near.end; ++k) {
    const NearFacet entry = walls.near.data[k];
    if (entry.image() != NearFacet::kItself) continue;
    const Facet<T, D>& facet = walls.facets.data[entry.facet()];
    if (!blocks(facet, move.at, end)) continue;
    const Stop<T, D> stop = stop_at(facet, walls.skin, move.at, end);
    if (!met || stop.share < first.share) first = stop;
    met = true;
  }
  if (!met) {
    move.at = end;
    return whole;
  }
  Vec<T, D> free = move.at;
  if (first.share > T(0)) {
    for (int k = 0; k < D; ++k) free[k] = move.at[k] + (end[k] - move.at[k]) * first.share;
    if (blocked(walls, near, move.at, free)) {
      free = move.at;
    } else {
      // Remaining distance to the facet; only whether it is less than the skin matters.
      first.distance = walls.skin;
    }
  }
  move.slide(first, free, walls.skin);
  return false;
}

/// Whether the straight path from p to q certainly meets no facet.
template <Arithmetic T, int D>
MURMUR_INLINE bool is_free(const Walls<T, D>& walls, const Vec<T, D>& p, const Vec<T, D>& q) {
  WallMove<T, D> move{p, q, q - p};
  for (int parts = 0; parts < kMostParts; ++parts) {
    if (take_part(walls, move, q)) return true;
    if (move.slides > 0) return false;
  }
  return false;
}
