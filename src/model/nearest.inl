// Neighbours as the k nearest boids within R and in view (rules.nearest). The first of two passes over the candidates
// finds the distance of the (k + 1)-th. The second is the usual sum over nearer boids. If several boids are at that
// distance, which is rare, ids decide, one boid at a time. Included after visit.inl.

/// A Search (pair.inl) for the first pass: the kSlots least |d|^2 in ascending order, at least k + 1 of them. Unused slots are R^2.
template <Arithmetic T, int kSlots>
struct NearestSquares {
  T squares[kSlots];

  MURMUR_INLINE explicit NearestSquares(const T& none) {
    for (int m = 0; m < kSlots; ++m) squares[m] = none;
  }
  template <class Pairs, class J>
  MURMUR_INLINE void consider(const Pairs& pairs, const J& j) {
    T rest = select(pairs.near(j), j.square, T(pairs.rules.radius_squared));
    if (!any(rest < squares[kSlots - 1])) return;
    for (int m = 0; m < kSlots; ++m) {
      const T other = squares[m];
      squares[m] = lesser(rest, other);
      rest = greater(rest, other);
    }
  }
};

/// Counts in one pass the neighbours nearer than a distance, and finds the lowest ids at exactly that distance. Only
/// one image of a boid counts, so no id appears twice.
template <Arithmetic T>
struct TiedIds {
  const uint32_t* ids;
  T square;
  int32_t most;  // number of ids to keep
  int32_t nearer = 0, found = 0;
  uint32_t lowest[kMostNearest] = {};  // ascending; `found` of them are set

  template <class Pairs, class J>
  MURMUR_INLINE void consider(const Pairs& pairs, const J& j) {
    const T at = j.square;
    if (!pairs.near(j) || at > square) return;
    if (at < square) {
      ++nearer;
      return;
    }
    const uint32_t id = ids[j.place];
    if (found == most && id > lowest[most - 1]) return;
    int32_t m = found < most ? found++ : most - 1;
    for (; m > 0 && lowest[m - 1] > id; --m) lowest[m] = lowest[m - 1];
    lowest[m] = id;
  }
};

/// A Sum for the second pass with several boids at the limit: those with ids up to `last` are neighbours.
template <class Sum, Arithmetic T>
struct TiedNeighbours {
  Sum sum;
  const uint32_t* ids;
  T square;
  uint32_t last;

  template <class Pairs, class J>
  MURMUR_INLINE void consider(const Pairs& pairs, const J& j) {
    const T at = j.square;
    const bool nearest = at < square || (at <= square && ids[j.place] <= last);
    const bool near = both(pairs.near(j), nearest);
    sum.add(pairs, j, near, pairs.close(j, near));
  }
};

/// Sets pairs.reach_squared so that the k nearest are in V. @returns whether ids have to decide for a boid of the block.
template <Images I, int kSlots, ArithmeticPairs Pairs, int D, class S, class Starts>
MURMUR_INLINE bool limit_with_slots(const CellGrid<S, D>& grid, const Starts& starts,
                                    const Body<S, D>* bodies, const World<S, D>& world, Pairs& pairs,
                                    const Block& block) {
  using T = typename Pairs::Number;
  const int32_t k = pairs.rules.nearest;
  const T all = T(pairs.rules.radius_squared);
  NearestSquares<T, kSlots> found(all);
  const Cells around = cells_around(grid, block);
  for (int part = 0; part < kPartsOfCells<D>; ++part) {
    const Cells cells = cells_seen(part_of_cells<D>(around, block, part), grid, world, bodies, block,
                                   largest(found.squares[k]));
    found = (search_cells<I>)(found, grid, starts, bodies, world, pairs, block, cells);
  }
  pairs.reach_squared = found.squares[k];
  return any(both(found.squares[k - 1] >= found.squares[k], found.squares[k] < all));
}

/// Adds the neighbours to `sum` after limit_to_nearest() has set pairs.reach_squared, if no ids have to decide.
template <Images I, ArithmeticPairs Pairs, int D, class S, class Starts, class Sum>
MURMUR_INLINE Sum sum_nearest(const Sum& sum, const CellGrid<S, D>& grid, const Starts& starts,
                              const Body<S, D>* bodies, const World<S, D>& world, const Pairs& pairs,
                              const Block& block) {
  const Rules<S>& rules = pairs.rules;
  S square = largest(pairs.reach_squared);
  const S close =
      rules.has_species() ? rules.radius_squared : rules.separation_radius_squared;  // no r is above R
  if (rules.sees_all && square < close) square = close;
  const Cells cells = cells_seen(cells_around(grid, block), grid, world, bodies, block, square);
  return (search_cells<I>)(Everybody<Sum>{sum}, grid, starts, bodies, world, pairs, block, cells).sum;
}

/// Calls limit_to_nearest() with as few slots as possible, since slots are in registers.
template <Images I, ArithmeticPairs Pairs, int D, class S, class Starts>
MURMUR_INLINE bool limit_to_nearest(const CellGrid<S, D>& grid, const Starts& starts,
                                    const Body<S, D>* bodies, const World<S, D>& world, Pairs& pairs,
                                    const Block& block) {
  if (pairs.rules.nearest < 8) return (limit_with_slots<I, 8>)(grid, starts, bodies, world, pairs, block);
  return (limit_with_slots<I, kMostNearest + 1>)(grid, starts, bodies, world, pairs, block);
}

/// Adds the neighbours of one boid to `sum` if several are at the limit that limit_to_nearest() has set.
template <Images I, ArithmeticPairs Pairs, int D, class S, class Starts, class Sum>
MURMUR_HD Sum sum_tied(const Sum& sum, const CellGrid<S, D>& grid, const Starts& starts,
                       const Body<S, D>* bodies, const uint32_t* ids, const World<S, D>& world, Pairs pairs,
                       const Block& block) {
  const S limit = pairs.reach_squared;
  pairs.reach_squared = pairs.rules.radius_squared;
  const int32_t most = pairs.rules.nearest;
  const auto tied =
      (search_around<I>)(TiedIds<S>{ids, limit, most}, grid, starts, bodies, world, pairs, block);
  const uint32_t last = tied.lowest[most - tied.nearer - 1];
  return (search_around<I>)(TiedNeighbours<Sum, S>{sum, ids, limit, last}, grid, starts, bodies, world, pairs,
                            block)
      .sum;
}

/// Adds the nearest neighbours of one boid to `sum`.
template <Images I, ArithmeticPairs Pairs, int D, class S, class Starts, class Sum>
MURMUR_INLINE Sum sum_over_chosen(const Sum& sum, const CellGrid<S, D>& grid, const Starts& starts,
                                  const Body<S, D>* bodies, const uint32_t* ids, const World<S, D>& world,
                                  Pairs& pairs, const Block& block) {
  if ((limit_to_nearest<I>)(grid, starts, bodies, world, pairs, block))
    return (sum_tied<I>)(sum, grid, starts, bodies, ids, world, pairs, block);
  return (sum_nearest<I>)(sum, grid, starts, bodies, world, pairs, block);
}
