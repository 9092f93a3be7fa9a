// Visits the cells around a block of consecutive boids of one row, in the contract's order, and passes each boid
// there to a Search (pair.inl). Written once over T: a block is one boid (float on CUDA or scalar CPU), or one boid
// per lane. Included after pair.inl.

/// A Search that passes every candidate to `sum`.
template <class Sum>
struct Everybody {
  Sum sum;

  template <class Pairs, class J>
  MURMUR_INLINE void consider(const Pairs& pairs, const J& j) {
    const auto near = pairs.near(j);
    sum.add(pairs, j, near, pairs.close(j, near));
  }
};

/// Whether multipliers are idle while a Search handles a candidate, so that difference() may use them: not where each
/// term has a factor.
template <class Search, class Pairs>
constexpr bool kMultipliersIdle = true;
template <class Sum, class Pairs>
constexpr bool kMultipliersIdle<Everybody<Sum>, Pairs> = !kKnowsSpecies<Pairs>;

/// Whether a Search computes |d|^2 only where needed (quick_sum.inl); its candidates then have |d|^2 = 0.
template <class Search>
constexpr bool kComputesSquares = requires {
  Search::kIsQuick;
};

/// Passes `other`, boid j of a run, to the Search.
template <Images I, ArithmeticPairs Pairs, int D, class S, class Search>
MURMUR_INLINE void search_boid(Search& search, const Pairs& pairs, const World<S, D>& world,
                               const Body<S, D>& other, uint32_t j, const Vec<S, D>& shift, bool shifted) {
  using T = typename Pairs::Number;
  const Vec<S, D> p_j = other.p, v_j = other.v;
  Vec<T, D> d;
  if constexpr (I == Images::kChecked) {
    MaskOf<T> same = pairs.p[0] <= pairs.p[0];
    for (int k = 0; k < D; ++k) {
      const T t = T(p_j[k]) - pairs.p[k];
      const T s = select(t > T(world.half[k]), T(S(0) - world.size[k]),
                         select(t < T(S(0) - world.half[k]), T(world.size[k]), T(0)));
      same = both(same, both(s <= T(shift[k]), s >= T(shift[k])));
      d[k] = T(p_j[k] + shift[k]) - pairs.p[k];
    }
    search.consider(pairs, Candidate<T, D, MaskedCandidate<MaskOf<T>>>(
                               d, p_j, v_j, j, {same}, kComputesSquares<Search> ? T(0) : dot(d, d)));
  } else {
    // p + 0 has the bits of p except for -0, which gives the same differences, so unshifted runs skip the addition.
    for (int k = 0; k < D; ++k) {
      const T image = T(I == Images::kUnique && shifted ? p_j[k] + shift[k] : p_j[k]);
      d[k] = kMultipliersIdle<Search, Pairs> ? difference(image, pairs.p[k], pairs.one) : image - pairs.p[k];
    }
    search.consider(pairs, Candidate<T, D>(d, p_j, v_j, j, {}, kComputesSquares<Search> ? T(0) : dot(d, d)));
  }
}

/// Passes the sorted boids [begin, end), which are consecutive in memory and have one image shift, to the Search.
template <Images I, ArithmeticPairs Pairs, int D, class S, class Search>
MURMUR_INLINE void search_range(Search& search, const Pairs& pairs, const World<S, D>& world,
                                const Body<S, D>* bodies, uint32_t begin, uint32_t end,
                                const Vec<S, D>& shift, bool shifted) {
  const Body<S, D>* at = bodies + begin;  // a GPU increments one address instead of computing each from j
  for (uint32_t j = begin; j < end; ++j, ++at) {
    // GPUs copy one boid at a time, with 16-byte loads; lanes broadcast each number from memory.
    const std::conditional_t<kOneBoid<typename Pairs::Number>, Body<S, D>, const Body<S, D>&> other = *at;
    (search_boid<I>)(search, pairs, world, other, j, shift, shifted);
  }
}

/// Passes the boids of the block itself to the Search: each is a candidate for all others, without a shift.
template <Images I, ArithmeticPairs Pairs, int D, class S, class Search>
MURMUR_INLINE void search_block(Search& search, const Pairs& pairs, const World<S, D>& world,
                                const Body<S, D>* bodies, uint32_t first, uint32_t last) {
  using T = typename Pairs::Number;
  if constexpr (kOneBoid<T>) return;  // the block has no other boid
  const uint32_t boids = last - first;
  for (uint32_t lane = 0; lane < boids; ++lane) {
    const Vec<S, D> p_j = bodies[first + lane].p, v_j = bodies[first + lane].v;
    auto other = not_lane<T>(lane);
    Vec<T, D> d;
    for (int k = 0; k < D; ++k) {
      const T t = d[k] = T(p_j[k]) - pairs.p[k];
      if constexpr (I == Images::kChecked)
        other = both(other, both(t <= T(world.half[k]), t >= T(S(0) - world.half[k])));
    }
    search.consider(pairs,
                    Candidate<T, D, MaskedCandidate<MaskOf<T>>>(d, p_j, v_j, first + lane, {other},
                                                                kComputesSquares<Search> ? T(0) : dot(d, d)));
  }
}

/// Converts an image coordinate c on an axis of `count` cells to a cell of the world and the shift of the image.
template <class S>
MURMUR_INLINE int32_t image_cell(int32_t c, int32_t count, S size, S& shift) {
  shift = c < 0 ? S(0) - size : c >= count ? size : S(0);
  return c < 0 ? c + count : c >= count ? c - count : c;
}

/// Visits the runs of `cells`, which are some of cells_around() the block, in the contract's order: calls
/// runs.add(begin, end, shift, shifted) for each, and runs.add_block() for the block's own boids. `cells` contain the
/// block's own row with all its columns, or not at all. kOneCall: calls runs.add(), which is inlined, from one place:
/// a third of the code size, and up to 4 % slower. `starts`: first index of each cell (see row_of() in cells.h).
template <int D, bool kOneCall = false, class S, class Starts, class Runs>
MURMUR_INLINE void each_run(Runs& runs, const CellGrid<S, D>& grid, const Starts& starts,
                            const World<S, D>& world, const Block& block, const Cells& cells) {
  const uint32_t first = block.first, last = block.last;
  const int32_t columns = grid.count[0], rows = grid.count[1];  // the code for kUnique also serves kNone
  const int32_t column_from = cells.from[0], column_to = cells.to[0];
  const int32_t row_from = cells.from[1], row_to = cells.to[1];
  const int32_t layer_from = D == 3 ? cells.from[2] : 0, layer_to = D == 3 ? cells.to[2] : 0;
  for (int32_t image_layer = layer_from; image_layer <= layer_to; ++image_layer) {
    Vec<S, D> shift;
    int32_t base_row = 0;
    if constexpr (D == 3) base_row = rows * image_cell(image_layer, grid.count[2], world.size[2], shift[2]);
    for (int32_t image_row = row_from; image_row <= row_to; ++image_row) {
      const int32_t real_row = image_cell(image_row, rows, world.size[1], shift[1]);
      const uint32_t* row_starts = D == 3
                                       ? row_of(starts, columns, base_row + real_row, image_layer, real_row)
                                       : row_of(starts, columns, real_row, image_row, 0);
      bool row_shifted = image_row != real_row;
      if constexpr (D == 3) row_shifted = row_shifted || base_row != rows * image_layer;
      // Up to three runs: left image, world, right image.
      for (int32_t c = column_from; c <= column_to;) {
        const int32_t real = image_cell(c, columns, world.size[0], shift[0]);
        const int32_t in_row = columns - real, wanted = column_to - c + 1;
        const int32_t length = wanted < in_row ? wanted : in_row;
        uint32_t begin = row_starts[real];
        const uint32_t end = row_starts[real + length];
        const bool shifted = row_shifted || real != c;
        const bool has_block = !shifted && begin <= first && first < end;
        if constexpr (kOneCall) {
          for (int part = has_block ? 0 : 1; part < 2; ++part) {
            runs.add(begin, part == 0 ? first : end, shift, shifted);
            if (part == 0) runs.add_block();
            begin = last;
          }
        } else {
          if (has_block) {
            runs.add(begin, first, shift, false);
            runs.add_block();
            begin = last;
          }
          if (shifted) {
            runs.add(begin, end, shift, true);
          } else {
            runs.add(begin, end, shift, false);
          }
        }
        c += length;
      }
    }
  }
}

/// Passes the boids of each run to the Search.
template <Images I, ArithmeticPairs Pairs, int D, class S, class Search>
struct SearchedRuns {
  Search search;
  const Pairs& pairs;
  const World<S, D>& world;
  const Body<S, D>* bodies;
  const Block& block;

  MURMUR_INLINE void add(uint32_t begin, uint32_t end, const Vec<S, D>& shift, bool shifted) {
    (search_range<I>)(search, pairs, world, bodies, begin, end, shift, shifted);
  }
  MURMUR_INLINE void add_block() { (search_block<I>)(search, pairs, world, bodies, block.first, block.last); }
};

/// Runs `search` over all candidates of `cells`, and returns the search.
template <Images I, ArithmeticPairs Pairs, int D, class S, class Starts, class Search>
MURMUR_INLINE Search search_cells(const Search& search, const CellGrid<S, D>& grid, const Starts& starts,
                                  const Body<S, D>* bodies, const World<S, D>& world, const Pairs& pairs,
                                  const Block& block, const Cells& cells) {
  SearchedRuns<I, Pairs, D, S, Search> runs{search, pairs, world, bodies, block};
  constexpr bool kOneCall =
      !kOneBoid<typename Pairs::Number> && (Pairs::kWallsHide || (Pairs::kAnyTerm && I == Images::kChecked));
  (each_run<D, kOneCall>)(runs, grid, starts, world, block, cells);
  return runs.search;
}

/// Runs `search` over all candidates of the block, and returns the search.
template <Images I, ArithmeticPairs Pairs, int D, class S, class Starts, class Search>
MURMUR_INLINE Search search_around(const Search& search, const CellGrid<S, D>& grid, const Starts& starts,
                                   const Body<S, D>* bodies, const World<S, D>& world, const Pairs& pairs,
                                   const Block& block) {
  return (search_cells<I>)(search, grid, starts, bodies, world, pairs, block, cells_around(grid, block));
}
