// Neighbours that are the k nearest of those within R and in view (rules.nearest), in two passes over the candidates: the
// first finds how near the (k + 1)-th is, the second is the usual sum of those that are nearer. Equal distances at that
// limit are rare; then ids decide, one boid at a time. Included after visit.inl.

/// The first pass, a Search (pair.inl): the kSlots least |d|^2 in ascending order, k + 1 of them or more; R^2 stands for those that do not exist.
template <Own T, int D, SumKind K, int kSlots>
struct NearestSquares {
  T squares[kSlots];

  MURMUR_INLINE explicit NearestSquares(const T& none) {
    for (int m = 0; m < kSlots; ++m) squares[m] = none;
  }
  template <class S, class Candidate>
  MURMUR_INLINE void consider(const Self<T, D>& self, const Rules<S>& rules, const FoundBoid<T, D, S>& one,
                              const Candidate& candidate) {
    const Pair<T, D, S> pair(one);
    T rest = select(is_near<K>(self, rules, pair, candidate), pair.square, T(rules.radius_squared));
    if (!any(rest < squares[kSlots - 1])) return;
    for (int m = 0; m < kSlots; ++m) {
      const T other = squares[m];
      squares[m] = lesser(rest, other);
      rest = greater(rest, other);
    }
  }
};

/// In one pass: how many neighbours are nearer than a distance, and the lowest ids of those at it. A pair has one image that
/// counts, so no id comes twice.
template <Own T, int D, SumKind K>
struct TiedIds {
  const uint32_t* ids;
  T square;
  int32_t most;  // ids to keep
  int32_t nearer = 0, found = 0;
  uint32_t lowest[kMostNearest] = {};  // ascending, `found` of them

  template <class S, class Candidate>
  MURMUR_INLINE void consider(const Self<T, D>& self, const Rules<S>& rules, const FoundBoid<T, D, S>& one,
                              const Candidate& candidate) {
    const Pair<T, D, S> pair(one);
    const T at = pair.square;
    if (!is_near<K>(self, rules, pair, candidate) || at > square) return;
    if (at < square) {
      ++nearer;
      return;
    }
    const uint32_t id = ids[pair.j];
    if (found == most && id > lowest[most - 1]) return;
    int32_t m = found < most ? found++ : most - 1;
    for (; m > 0 && lowest[m - 1] > id; --m) lowest[m] = lowest[m - 1];
    lowest[m] = id;
  }
};

/// The second pass with equal distances at the limit: of those, the ids up to `last` are neighbours.
template <SumKind K, class Sum, Own T>
struct TiedNeighbours {
  Sum sum;
  const uint32_t* ids;
  T square;
  uint32_t last;

  template <int D, class S, class Candidate>
  MURMUR_INLINE void consider(const Self<T, D>& self, const Rules<S>& rules, const FoundBoid<T, D, S>& one,
                              const Candidate& candidate) {
    const Pair<T, D, S> pair(one);
    const T at = pair.square;
    const bool nearest = at < square || (at <= square && ids[pair.j] <= last);
    const bool near = both(is_near<K>(self, rules, pair, candidate), nearest);
    sum.template add<K>(self, rules, pair, meet<K>(self, rules, pair, near, candidate));
  }
};

/// Sets self.reach_squared so that V is the k nearest. @returns whether ids have to decide for a boid of the block.
template <Own T, int D, SumKind K, Images I, int kSlots, class S, class Starts>
MURMUR_INLINE bool limit_with_slots(const CellGrid<S, D>& grid, const Starts& starts,
                                    const Body<S, D>* bodies, const Parameters<S, D>& q, Self<T, D>& self,
                                    const Block& block) {
  const int32_t k = q.rules.nearest;
  const T all = T(q.rules.radius_squared);
  NearestSquares<T, D, K, kSlots> found(all);
  const Cells around = cells_around(grid, block);
  for (int part = 0; part < kPartsOfCells<D>; ++part) {
    const Cells cells = cells_seen(part_of_cells<D>(around, block, part), grid, q.world, bodies, block,
                                   largest(found.squares[k]));
    found = (search_cells<T, D, I>)(found, grid, starts, bodies, q, self, block, cells);
  }
  self.reach_squared = found.squares[k];
  return any(both(found.squares[k - 1] >= found.squares[k], found.squares[k] < all));
}

/// `sum` over V when limit_to_nearest has set self.reach_squared and no ids have to decide.
template <Own T, int D, SumKind K, Images I, class S, class Starts, class Sum>
MURMUR_INLINE Sum sum_nearest(const Sum& sum, const CellGrid<S, D>& grid, const Starts& starts,
                              const Body<S, D>* bodies, const Parameters<S, D>& q, const Self<T, D>& self,
                              const Block& block) {
  S square = largest(self.reach_squared);
  const S close =
      K.species ? q.rules.radius_squared : q.rules.separation_radius_squared;  // no pair's r is above R
  if (q.rules.sees_all && square < close) square = close;
  const Cells cells = cells_seen(cells_around(grid, block), grid, q.world, bodies, block, square);
  return (search_cells<T, D, I>)(Everybody<K, Sum>{sum}, grid, starts, bodies, q, self, block, cells).sum;
}

/// With few slots, which stay in registers, where they do.
template <Own T, int D, SumKind K, Images I, class S, class Starts>
MURMUR_INLINE bool limit_to_nearest(const CellGrid<S, D>& grid, const Starts& starts,
                                    const Body<S, D>* bodies, const Parameters<S, D>& q, Self<T, D>& self,
                                    const Block& block) {
  if (q.rules.nearest < 8) return limit_with_slots<T, D, K, I, 8>(grid, starts, bodies, q, self, block);
  return limit_with_slots<T, D, K, I, kMostNearest + 1>(grid, starts, bodies, q, self, block);
}

/// `sum` over V of one boid with equal distances at the limit that limit_to_nearest has set.
template <Own T, int D, SumKind K, Images I, class Starts, class Sum>
MURMUR_HD Sum sum_tied(const Sum& sum, const CellGrid<T, D>& grid, const Starts& starts,
                       const Body<T, D>* bodies, const uint32_t* ids, const Parameters<T, D>& q,
                       Self<T, D> self, const Block& block) {
  const T limit = self.reach_squared;
  self.reach_squared = q.rules.radius_squared;
  const auto tied = (search_around<T, D, I>)(TiedIds<T, D, K>{ids, limit, q.rules.nearest}, grid, starts,
                                             bodies, q, self, block);
  const uint32_t last = tied.lowest[q.rules.nearest - tied.nearer - 1];
  return (search_around<T, D, I>)(TiedNeighbours<K, Sum, T>{sum, ids, limit, last}, grid, starts, bodies, q,
                                  self, block)
      .sum;
}
