// Lists of candidates for the sums of a block in 3D: boids of the surrounding cells that are within R of the bounding
// box of the block. A candidate is tested against the nearest point of the box with the same operations as a pair.
// Rounding is monotone, so this |d|^2 is at most that of each boid in the box, and no margin is needed. The
// candidates of many blocks are listed before they are read, because reading an entry right after its store stalls.
// Written over T; included after model/visit.inl and block_pairs.inl.

/// Whether sums visit listed candidates. Lists do not pay in 2D, nor with few lanes, nor where no instruction stores
/// indices by a mask, as with AVX2.
template <class T, int D, Images I>
constexpr bool kListsCandidates = D == 3 && kLanesOf<T> >= 16 && !kQuickSums<T> && I != Images::kChecked;

/// Entries begin .. end - 1 of the list, all with the same image shift; kBlock: the boids of the block itself.
template <int D>
struct ListedRun {
  enum class Kind : uint8_t { kUnshifted, kShifted, kBlock } kind;
  uint32_t begin, end;
  Vec<float, D> shift;
};

/// The listed runs of a block; null: the block visits all candidates.
template <int D>
struct ListedBlock {
  const ListedRun<D>*begin, *end;
};

/// Candidate lists of consecutive blocks of a row; each thread has one such object.
template <int D>
struct CandidateLists {
  static constexpr uint32_t kMostBlocks = 16, kMostRuns = 512, kRoom = 1 << 14;
  uint32_t blocks = 0, next = 0, runs, listed;
  ListedBlock<D> block[kMostBlocks];
  ListedRun<D> run[kMostRuns];
  uint32_t list[kRoom];  // sorted indices of candidates
};
struct NoLists {};
template <class T, int D, Images I>
using ListsOf = std::conditional_t<kListsCandidates<T, D, I>, CandidateLists<D>, NoLists>;

/// Appends the runs of one block; each_run() calls it.
template <class T, int D>
struct ListedRuns {
  CandidateLists<D>& lists;
  const RowUpdateArguments<D>& u;
  const uint32_t begin;
  Vec<T, D> low, high;  // bounding box of the block
  T reach_squared;
  bool fits = true;

  MURMUR_INLINE ListedRuns(CandidateLists<D>& to, const RowUpdateArguments<D>& arguments, const Block& block)
      : lists(to),
        u(arguments),
        begin(to.runs),
        reach_squared(T(arguments.parameters->rules.radius_squared)) {
    for (int k = 0; k < D; ++k) {
      const T p = NumbersOf<T>::in_row(u.coordinates.of[k] + block.first, block.last - block.first);
      low[k] = T(0.0f - largest(T(0.0f) - p));
      high[k] = T(largest(p));
      fits = fits && all(both(p >= low[k], p <= high[k]));  // no box fits NaN
    }
  }

  MURMUR_INLINE void add(uint32_t from, uint32_t to, const Vec<float, D>& shift, bool shifted) {
    constexpr uint32_t kLanes = static_cast<uint32_t>(kLanesOf<T>);
    if (from >= to) return;
    fits = fits && lists.runs < lists.kMostRuns && to - from + kLanes <= lists.kRoom - lists.listed;
    if (!fits) return;
    const AxisPointers<D> coordinates = u.coordinates;  // stays in registers, despite the stores below
    const uint32_t before = lists.listed;
    uint32_t* at = lists.list + before;
    for (uint32_t j = from; j < to; j += kLanes) {
      Vec<T, D> d;
      for (int k = 0; k < D; ++k) {
        T p = NumbersOf<T>::in_row(coordinates.of[k] + j);
        if (shifted) p = p + T(shift[k]);
        d[k] = p - lesser(greater(p, low[k]), high[k]);
      }
      at = append_indices(dot(d, d) < reach_squared, to - j, j, at);
    }
    lists.listed = static_cast<uint32_t>(at - lists.list);
    if (lists.listed == before) return;
    using Kind = typename ListedRun<D>::Kind;
    if (!shifted && lists.runs > begin && lists.run[lists.runs - 1].kind == Kind::kUnshifted) {
      lists.run[lists.runs - 1].end = lists.listed;
    } else {
      lists.run[lists.runs++] = {shifted ? Kind::kShifted : Kind::kUnshifted, before, lists.listed, shift};
    }
  }

  MURMUR_INLINE void add_block() {
    fits = fits && lists.runs < lists.kMostRuns;
    if (fits) lists.run[lists.runs++] = {ListedRun<D>::Kind::kBlock, 0, 0, {}};
  }
};

// Static: two sources include this file with different lanes, and the linker could mix up weak functions.
/// Lists the candidates of `block` and of later blocks of the row, which ends at `row_end`, as far as there is room.
template <class T, int D>
static __attribute__((noinline)) void list_candidates(const RowUpdateArguments<D>& u, Block block,
                                                      uint32_t row_end, CandidateLists<D>& lists) {
  lists.blocks = lists.next = lists.runs = lists.listed = 0;
  float most_cells = kListedVolume * u.parameters->rules.radius_squared *
                     __builtin_sqrtf(u.parameters->rules.radius_squared);
  for (int k = 0; k < D; ++k) most_cells *= u.grid->inverse[k];
  for (;;) {
    ListedBlock<D>& listed = lists.block[lists.blocks];
    listed = {nullptr, nullptr};
    bool fits = true;
    if (static_cast<float>(block.high - block.low) < most_cells) {
      ListedRuns<T, D> runs(lists, u, block);
      (each_run<D>)(runs, *u.grid, u.starts, u.parameters->world, block, cells_around(*u.grid, block));
      fits = runs.fits;
      if (!fits && lists.blocks > 0) return;  // the block begins the next lists
      if (fits) listed = {lists.run + runs.begin, lists.run + lists.runs};
    }
    ++lists.blocks;
    if (!fits || lists.blocks == lists.kMostBlocks || block.last == row_end) return;
    block = block_from<T>(u, block.last, row_end, block.layer, block.row);
  }
}

/// The candidate lists of a block, if the flock has any. Call once for each block of a row, in order.
template <class T, int D>
MURMUR_INLINE ListedBlock<D> listed_block(const RowUpdateArguments<D>& u, const Block& block,
                                          uint32_t row_end, CandidateLists<D>& lists) {
  if (u.coordinates.of[0] == nullptr) return {nullptr, nullptr};
  if (lists.next == lists.blocks) (list_candidates<T>)(u, block, row_end, lists);
  return lists.block[lists.next++];
}

/// Runs `search` over the listed candidates of a block, and returns the search.
template <Images I, ArithmeticPairs Pairs, int D, class Search>
MURMUR_INLINE Search search_listed(Search search, const RowUpdateArguments<D>& u, const Pairs& pairs,
                                   const Block& block, const ListedBlock<D>& listed,
                                   const CandidateLists<D>& lists) {
  using Kind = typename ListedRun<D>::Kind;
  const World<float, D>& world = u.parameters->world;
  const Body<float, D>* const bodies = u.sorted;
  for (const ListedRun<D>* run = listed.begin; run != listed.end; ++run) {
    const uint32_t *at = lists.list + run->begin, *const end = lists.list + run->end;
    if (run->kind == Kind::kUnshifted) {
      for (; at != end; ++at) (search_boid<I>)(search, pairs, world, bodies[*at], *at, run->shift, false);
    } else if (run->kind == Kind::kShifted) {
      const Vec<float, D> shift = run->shift;
      for (; at != end; ++at) (search_boid<I>)(search, pairs, world, bodies[*at], *at, shift, true);
    } else {
      (search_block<I>)(search, pairs, world, bodies, block.first, block.last);
    }
  }
  return search;
}
