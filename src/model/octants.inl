// Neighbours as the nearest in each octant of the displacement (in 2D: quadrant), within R and in view: rules.nearest
// = "octants". Neighbours on all sides keep a flock together better than the same number of nearest ones (M. Camperi,
// A. Cavagna, I. Giardina, G. Parisi, E. Silvestri, Interface Focus 2, 715 (2012)). They are few, so they are summed
// outside of the loop over candidates: one instance for all kinds of sums, for one boid at a time. They are summed in
// the order of octants, whatever the order of the search. Included after nearest.inl.

constexpr uint32_t kNoPlace = 0xffffffffu;

/// One neighbour in each octant. Octants are indices known only at run time, so a kernel stores these in shared
/// memory instead of registers. The size is an odd number of words: threads of a warp that read the same octant then
/// use different banks.
template <Arithmetic T, int D>
struct OctantSlots {
  static constexpr int kCount = 1 << D;
  T squares[kCount];  // R^2 in an octant without a neighbour
  uint32_t places[kCount];
  Vec<T, D> d[kCount];
  uint32_t unused;
};

/// A Search (pair.inl) for the nearest candidate in each octant. Bit k of an octant's number: d[k] > 0.
template <Arithmetic T, int D>
struct OctantNeighbours {
  static constexpr int kCount = OctantSlots<T, D>::kCount;
  OctantSlots<T, D>& slots;
  const uint32_t* ids;  // ids by index; null: the index is the id

  MURMUR_INLINE OctantNeighbours(OctantSlots<T, D>& memory, const uint32_t* ids_of_places, T none)
      : slots(memory), ids(ids_of_places) {
    for (int o = 0; o < kCount; ++o) {
      slots.squares[o] = none;
      slots.places[o] = kNoPlace;
    }
  }

  template <class J>
  MURMUR_INLINE void consider(const OctantPairs<T, D>& pairs, const J& j) {
    int octant = 0;
    for (int k = 0; k < D; ++k) octant |= j.d[k] > T(0) ? 1 << k : 0;
    const T square = slots.squares[octant];
    if (j.square > square || !pairs.near(j)) return;
    const uint32_t place = slots.places[octant];
    if (j.square >= square && place != kNoPlace && id_of(place) < id_of(j.place)) return;
    slots.squares[octant] = j.square;
    slots.places[octant] = j.place;
    slots.d[octant] = j.d;
  }

  /// Squared distance above which no candidate can replace a neighbour. `octants`: bits of the octants that matter.
  MURMUR_INLINE T farthest(uint32_t octants) const {
    T most = T(0);
    for (int o = 0; o < kCount; ++o) most = (octants >> o & 1) != 0 ? greater(most, slots.squares[o]) : most;
    return most;
  }

 private:
  MURMUR_INLINE uint32_t id_of(uint32_t place) const { return ids ? ids[place] : place; }
};

/// A reference to an OctantSearch, because search_cells() copies its Search.
template <Arithmetic T, int D>
struct OctantSearch {
  OctantNeighbours<T, D>* found;
  template <class J>
  MURMUR_INLINE void consider(const OctantPairs<T, D>& pairs, const J& j) {
    found->consider(pairs, j);
  }
};

/// An OctantSearch that counts only the nearest image of each boid.
template <Arithmetic T, int D>
struct NearestImageSearch {
  OctantNeighbours<T, D>* found;
  const World<T, D>* world;
  template <class J>
  MURMUR_INLINE void consider(const OctantPairs<T, D>& pairs, const J& j) {
    Vec<T, D> d;
    for (int k = 0; k < D; ++k) {
      const T shift = image_shift(pairs.p[k], j.p[k], world->size[k], world->half[k]);
      d[k] = (j.p[k] + shift) - pairs.p[k];
    }
    found->consider(pairs, Candidate<T, D>(d, j.p, j.v, j.place));
  }
};

/// One image of each of `cells`, including the block's own cell.
template <Arithmetic T, int D>
MURMUR_INLINE Cells one_image_of(Cells cells, const CellGrid<T, D>& grid, const Block& block) {
  const int32_t own[3] = {block.low, block.row, block.layer};
  for (int k = 0; k < D; ++k) {
    const int32_t least = own[k] - grid.count[k] / 2;
    cells.from[k] = cells.from[k] > least ? cells.from[k] : least;
    const int32_t most = cells.from[k] + grid.count[k] - 1;
    cells.to[k] = cells.to[k] < most ? cells.to[k] : most;
  }
  return cells;
}

/// The n-th of the offsets 0, -1, 1, -2, 2, ...
MURMUR_INLINE int32_t outward_offset(int32_t n) { return n % 2 == 0 ? n / 2 : 0 - (n + 1) / 2; }

/// Bits of the octants that contain candidates in cells `offset` further along an axis.
template <int D>
MURMUR_INLINE uint32_t octants_beyond(int axis, int32_t offset) {
  uint32_t octants = 0;
  for (uint32_t o = 0; o < 1u << D; ++o)
    if (offset == 0 || (o >> axis & 1) == (offset > 0 ? 1u : 0u)) octants |= 1u << o;
  return octants;
}

/// Searches row by row outwards: as soon as near neighbours are found, most rows are out of reach.
template <Images I, Arithmetic T, int D, class Starts>
MURMUR_INLINE void find_outwards(OctantNeighbours<T, D>& found, const CellGrid<T, D>& grid,
                                 const Starts& starts, const Body<T, D>* bodies, const World<T, D>& world,
                                 const OctantPairs<T, D>& pairs, const Block& block) {
  const Cells around = cells_around(grid, block);
  const auto widest = [&](int axis, int32_t own) {
    const int32_t below = own - around.from[axis], above = around.to[axis] - own;
    return below > above ? below : above;
  };
  const int32_t layers = D == 3 ? 2 * widest(2, block.layer) : 0, rows = 2 * widest(1, block.row);
  for (int32_t m = 0; m <= layers; ++m) {
    const int32_t up = outward_offset(m);
    for (int32_t n = 0; n <= rows; ++n) {
      const int32_t over = outward_offset(n);
      Cells row = around;
      row.from[1] = row.to[1] = block.row + over;
      if (row.to[1] < around.from[1] || row.to[1] > around.to[1]) continue;
      uint32_t octants = octants_beyond<D>(1, over);
      if constexpr (D == 3) {
        row.from[2] = row.to[2] = block.layer + up;
        if (row.to[2] < around.from[2] || row.to[2] > around.to[2]) continue;
        octants &= octants_beyond<D>(2, up);
      }
      row = cells_seen(row, grid, world, bodies, block, found.farthest(octants));
      if (row.to[1] < row.from[1] || row.to[D - 1] < row.from[D - 1]) continue;
      (search_cells<I>)(OctantSearch<T, D>{&found}, grid, starts, bodies, world, pairs, block, row);
    }
  }
}

/// Finds the nearest neighbour in each octant around the single boid of `block`, and stores it in `slots`.
template <Images I, Arithmetic T, int D, class Starts>
MURMUR_INLINE void find_octants(OctantSlots<T, D>& slots, const CellGrid<T, D>& grid, const Starts& starts,
                                const Body<T, D>* bodies, const uint32_t* ids, const World<T, D>& world,
                                const OctantPairs<T, D>& pairs, const Block& block) {
  OctantNeighbours<T, D> found(slots, ids, pairs.rules.radius_squared);
  if constexpr (I == Images::kChecked) {
    const Cells cells = one_image_of(cells_around(grid, block), grid, block);
    (search_cells<I>)(NearestImageSearch<T, D>{&found, &world}, grid, starts, bodies, world, pairs, block,
                      cells);
  } else {
    (find_outwards<I>)(found, grid, starts, bodies, world, pairs, block);
  }
}

/// Adds the neighbours in `slots` to `sum`; `bodies` is indexed by their indices.
template <Arithmetic T, int D, class Sum>
MURMUR_INLINE Sum sum_octants(Sum sum, const OctantSlots<T, D>& found, const OctantPairs<T, D>& pairs,
                              const Body<T, D>* bodies) {
  for (int o = 0; o < OctantSlots<T, D>::kCount; ++o) {
    if (found.places[o] == kNoPlace) continue;
    const Body<T, D> other = bodies[found.places[o]];
    const Candidate<T, D> j(found.d[o], other.p, other.v, found.places[o], AnyCandidate{}, found.squares[o]);
    sum.add(pairs, j, true, pairs.close(j, true));
  }
  return sum;
}

/// Adds the nearest in each octant of one boid to `sum`.
template <Images I, Arithmetic T, int D, class Starts, class Sum>
MURMUR_INLINE Sum sum_over_chosen(const Sum& sum, const CellGrid<T, D>& grid, const Starts& starts,
                                  const Body<T, D>* bodies, const uint32_t* ids, const World<T, D>& world,
                                  OctantPairs<T, D>& pairs, const Block& block) {
  OctantSlots<T, D> slots;
  find_octants<I>(slots, grid, starts, bodies, ids, world, pairs, block);
  return sum_octants(sum, slots, pairs, bodies);
}
