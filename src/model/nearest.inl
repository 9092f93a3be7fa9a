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

/// In one pass: how many neighbours are nearer than a distance, and the lowest ids of those at it. A pair has one image that
/// counts, so no id comes twice.
template <Own T, int D>
struct TiedIds {
  const uint32_t* ids;
  T square;
  int32_t most;  // ids to keep
  int32_t nearer = 0, found = 0;
  uint32_t lowest[kMostNearest] = {};  // ascending, `found` of them

  template <SumKind K, class S, class Candidate>
  MURMUR_INLINE void add(const Self<T, D>& self, const Rules<S>& rules, const Vec<T, D>& d, const Vec<S, D>&,
                         const Vec<S, D>&, const Candidate& candidate, uint32_t j) {
    const T at = dot(d, d);
    if (!is_near<T, D, K>(self, rules, d, at, candidate) || at > square) return;
    if (at < square) {
      ++nearer;
      return;
    }
    const uint32_t id = ids[j];
    if (found == most && id > lowest[most - 1]) return;
    int32_t m = found < most ? found++ : most - 1;
    for (; m > 0 && lowest[m - 1] > id; --m) lowest[m] = lowest[m - 1];
    lowest[m] = id;
  }
};

/// The second pass with equal distances at the limit: of those, the ids up to `last` are neighbours.
template <Own T, int D>
struct TiedSum {
  NeighbourSum<T, D> sum;
  const uint32_t* ids;
  T square;
  uint32_t last;

  template <SumKind K, class S, class Candidate>
  MURMUR_INLINE void add(const Self<T, D>& self, const Rules<S>& rules, const Vec<T, D>& d,
                         const Vec<S, D>& p_j, const Vec<S, D>& v_j, const Candidate& candidate, uint32_t j) {
    const T at = dot(d, d);
    const bool nearest = at < square || (at <= square && ids[j] <= last);
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
  self.reach_squared = q.rules.radius_squared;
  const auto tied = (sum_candidates<T, D, K, I>)(TiedIds<T, D>{ids, limit, q.rules.nearest}, grid, starts,
                                                 bodies, q, self, block);
  const uint32_t last = tied.lowest[q.rules.nearest - tied.nearer - 1];
  return (sum_candidates<T, D, K, I>)(TiedSum<T, D>{{}, ids, limit, last}, grid, starts, bodies, q, self,
                                      block)
      .sum;
}
