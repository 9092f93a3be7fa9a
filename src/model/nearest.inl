// Neighbours that are the k nearest of those within R and in view (rules.nearest), in two passes over the candidates: the
// first finds how near the (k + 1)-th is, the second is the usual sum of those that are nearer. Equal distances at that
// limit are rare; then ids decide, one boid at a time. Included after visit.inl.

/// The first pass: the kSlots least |d|^2 in ascending order, k + 1 of them or more; R^2 stands for those that do not exist.
template <Own T, int D, int kSlots>
struct NearestSquares {
  T squares[kSlots];

  MURMUR_INLINE explicit NearestSquares(const T& none) {
    for (int m = 0; m < kSlots; ++m) squares[m] = none;
  }
  template <SumKind K, class S, class Candidate>
  MURMUR_INLINE void add(const Self<T, D>& self, const Rules<S>& rules, const Vec<T, D>& d, const Vec<S, D>&,
                         const Vec<S, D>&, const Candidate& candidate, uint32_t) {
    const T square = dot(d, d);
    T rest = select(is_near<T, D, K>(self, rules, d, square, candidate), square, T(rules.radius_squared));
    if (!any(rest < squares[kSlots - 1])) return;
    for (int m = 0; m < kSlots; ++m) {
      const T other = squares[m];
      squares[m] = lesser(rest, other);
      rest = greater(rest, other);
    }
  }
};

/// The lowest id above `after` of the neighbours at one distance.
template <Own T, int D>
struct NextTiedId {
  const uint32_t* ids;
  T square;
  int64_t after, found = -1;

  template <SumKind K, class S, class Candidate>
  MURMUR_INLINE void add(const Self<T, D>& self, const Rules<S>& rules, const Vec<T, D>& d, const Vec<S, D>&,
                         const Vec<S, D>&, const Candidate& candidate, uint32_t j) {
    const T at = dot(d, d);
    if (!is_near<T, D, K>(self, rules, d, at, candidate) || at < square || at > square) return;
    const int64_t id = ids[j];
    if (id > after && (found < 0 || id < found)) found = id;
  }
};

/// The second pass with equal distances at the limit: of those, the ids up to `last` are neighbours.
template <Own T, int D>
struct TiedSum {
  NeighbourSum<T, D> sum;
  const uint32_t* ids;
  T square;
  int64_t last;

  template <SumKind K, class S, class Candidate>
  MURMUR_INLINE void add(const Self<T, D>& self, const Rules<S>& rules, const Vec<T, D>& d,
                         const Vec<S, D>& p_j, const Vec<S, D>& v_j, const Candidate& candidate, uint32_t j) {
    const T at = dot(d, d);
    const bool nearest = at < square || (at <= square && int64_t{ids[j]} <= last);
    const bool near = both(is_near<T, D, K>(self, rules, d, at, candidate), nearest);
    add_near<T, D, K>(sum, near, rules, d, at, p_j, v_j);
    add_close<T, D, K>(sum, is_close<T, D, K>(rules, near, at, candidate), d, at);
  }
};

/// Sets self.reach_squared so that V is the k nearest. @returns whether ids have to decide for a boid of the block.
template <Own T, int D, SumKind K, Images I, int kSlots, class S, class Starts>
MURMUR_INLINE bool limit_with_slots(const CellGrid<S, D>& grid, const Starts& starts,
                                    const Body<S, D>* bodies, const Parameters<S, D>& q, Self<T, D>& self,
                                    const Block& block) {
  const int32_t k = q.rules.nearest;
  const T all = T(q.rules.radius_squared);
  NearestSquares<T, D, kSlots> found(all);
  const Cells around = cells_around(grid, block);
  for (int part = 0; part < kPartsOfCells<D>; ++part) {
    const Cells cells = cells_seen(part_of_cells<D>(around, block, part), grid, q.world, bodies, block,
                                   largest(found.squares[k]));
    found = (sum_cells<T, D, K, I>)(found, grid, starts, bodies, q, self, block, cells);
  }
  self.reach_squared = found.squares[k];
  return any(both(found.squares[k - 1] >= found.squares[k], found.squares[k] < all));
}

/// The sums when limit_to_nearest has set self.reach_squared and no ids have to decide.
template <Own T, int D, SumKind K, Images I, class S, class Starts>
MURMUR_INLINE NeighbourSum<T, D> sum_nearest(const CellGrid<S, D>& grid, const Starts& starts,
                                             const Body<S, D>* bodies, const Parameters<S, D>& q,
                                             const Self<T, D>& self, const Block& block) {
  S square = largest(self.reach_squared);
  const S close = q.rules.separation_radius_squared;
  if (q.rules.sees_all && square < close) square = close;
  const Cells cells = cells_seen(cells_around(grid, block), grid, q.world, bodies, block, square);
  return (sum_cells<T, D, K, I>)(NeighbourSum<T, D>{}, grid, starts, bodies, q, self, block, cells);
}

/// With few slots, which stay in registers, where they do.
template <Own T, int D, SumKind K, Images I, class S, class Starts>
MURMUR_INLINE bool limit_to_nearest(const CellGrid<S, D>& grid, const Starts& starts,
                                    const Body<S, D>* bodies, const Parameters<S, D>& q, Self<T, D>& self,
                                    const Block& block) {
  if (q.rules.nearest < 8) return limit_with_slots<T, D, K, I, 8>(grid, starts, bodies, q, self, block);
  return limit_with_slots<T, D, K, I, kMostNearest + 1>(grid, starts, bodies, q, self, block);
}

/// The sums of one boid with equal distances at the limit that limit_to_nearest has set.
template <Own T, int D, SumKind K, Images I, class Starts>
MURMUR_HD NeighbourSum<T, D> sum_tied(const CellGrid<T, D>& grid, const Starts& starts,
                                      const Body<T, D>* bodies, const uint32_t* ids,
                                      const Parameters<T, D>& q, Self<T, D> self, const Block& block) {
  const T limit = self.reach_squared;
  const T nearer =
      (sum_candidates<T, D, K, I>)(NeighbourSum<T, D>{}, grid, starts, bodies, q, self, block).count;
  self.reach_squared = q.rules.radius_squared;
  int64_t last = -1;
  for (T n = nearer; n < static_cast<T>(q.rules.nearest); n = n + T(1)) {
    last =
        (sum_candidates<T, D, K, I>)(NextTiedId<T, D>{ids, limit, last}, grid, starts, bodies, q, self, block)
            .found;
  }
  return (sum_candidates<T, D, K, I>)(TiedSum<T, D>{{}, ids, limit, last}, grid, starts, bodies, q, self,
                                      block)
      .sum;
}
