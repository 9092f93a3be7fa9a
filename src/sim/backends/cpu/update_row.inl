// Steps all boids of one cell row, a block at a time: the innermost stage of a CPU step, written over T.
// load_bodies of the including file moves a block from memory to T.

/// Computes the new state of a block from its sums (defined in finish_block.inl).
template <class T, int D>
void finish_block(const RowUpdateArguments<D>& u, const NeighbourSum<T, D>& sum, Vec<T, D> p, Vec<T, D> v,
                  uint32_t first, uint32_t last);

/// Steps a block whose neighbours are the nearest, or those in octants. @returns false where ids have to decide
/// between equal distances and T is lanes.
template <class Pairs, Images I, int D>
bool update_chosen(const RowUpdateArguments<D>& u, const Block& block) {
  using T = typename Pairs::Number;
  Vec<T, D> p, v;
  load_bodies(u.sorted + block.first, p, v);
  BlockSpecies<T> rows;
  auto pairs = pairs_of_block<Pairs>(u, p, v, block, rows);
  NeighbourSum<T, D> sum;
  if (!(sum_block_over_chosen<I>)(sum, u, pairs, block)) return false;
  finish_block(u, sum, p, v, block.first, block.last);
  return true;
}

/// Sums of a block for lanes with a fast sum (quick_sum.inl).
template <Images I, class Pairs, int D>
NeighbourSum<typename Pairs::Number, D> sum_of_block(const RowUpdateArguments<D>& u, const Pairs& pairs,
                                                     const Block& block);

/// Steps the columns of rows row_begin .. row_end - 1, counted over all layers.
template <class Pairs, Images I, int D>
void update_rows(const RowUpdateArguments<D>& u, int64_t row_begin, int64_t row_end) {
  using T = typename Pairs::Number;
  const Parameters<float, D>& q = *u.parameters;
  const CellGrid<float, D>& grid = *u.grid;
  constexpr uint32_t kBlock = static_cast<uint32_t>(kLanesOf<T>);
  constexpr bool kLists = kListsCandidates<T, D, I>;
  [[maybe_unused]] ListsOf<T, D, I> lists;
  const int64_t columns = grid.count[0];
  for (int64_t r = row_begin; r < row_end; ++r) {
    const uint32_t* const own = u.starts.own_row(columns, r);
    const uint32_t row_first = own[u.column_from], row_last = own[u.column_to];
    const int32_t layer = static_cast<int32_t>(r / grid.count[1]),
                  row = static_cast<int32_t>(r % grid.count[1]);
    for (uint32_t first = row_first; first < row_last; first += kBlock) {
      // Tests for each row, because a row is a large part of a step in a world of a few cells.
      if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
      const Block block = (block_from<T>)(u, first, row_last, layer, row);
      if constexpr (Pairs::kLimited) {
        if (q.rules.kind.neighbours != Neighbours::kAll) {
          if (!(update_chosen<Pairs, I>)(u, block)) ScalarStep<D>::block(u, I, block);
          continue;
        }
      }
      [[maybe_unused]] ListedBlock<D> listed;
      if constexpr (kLists) listed = (listed_block<T>)(u, block, row_last, lists);
      Vec<T, D> p, v;
      load_bodies(u.sorted + first, p, v);
      BlockSpecies<T> rows;
      auto pairs = pairs_of_block<Pairs>(u, p, v, block, rows);
      if constexpr (kQuickSums<T>) {
        finish_block(u, (sum_of_block<I>)(u, pairs, block), p, v, first, block.last);
        continue;
      }
      if constexpr (kLists) {
        if (listed.begin != nullptr) {
          auto found = (search_listed<I>)(Everybody<NeighbourSum<T, D>>{}, u, pairs, block, listed, lists);
          const NeighbourSum<T, D> kept = found.sum;
          finish_block(u, kept, p, v, first, block.last);
          continue;
        }
      }
      // The brackets prevent argument-dependent lookup, which would find the scalars' function of this name and its
      // unsuitable types. Not const: GCC would keep the sums in memory through all the runs.
      auto found = (search_around<I>)(Everybody<NeighbourSum<T, D>>{}, grid, u.starts, u.sorted, q.world,
                                      pairs, block);
      const NeighbourSum<T, D> kept = found.sum;  // a copy goes to memory: `found` itself stays in registers
      finish_block(u, kept, p, v, first, block.last);
    }
  }
}
