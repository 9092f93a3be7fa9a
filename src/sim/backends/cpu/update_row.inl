// Steps all boids of one cell row, a block at a time: the innermost stage of a CPU step, written over T.
// load_bodies of the including file moves a block from memory to T.

/// Computes the new state of a block from its sums: finish_block.inl.
template <class T, int D>
void finish_block(const RowUpdateArguments<D>& u, const NeighbourSum<T, D>& sum, Vec<T, D> p, Vec<T, D> v,
                  uint32_t first, uint32_t last);

/// A block of boids with the nearest neighbours only. @returns false where ids have to decide and T is lanes.
template <class T, int D, SumKind K, Images I>
bool update_nearest(const RowUpdateArguments<D>& u, const Block& block) {
  const Parameters<float, D>& q = *u.parameters;
  Vec<T, D> p, v;
  load_bodies(u.sorted + block.first, p, v);
  BlockSpecies<T> rows;
  auto self = make_block<T, D, K>(u, p, v, block, rows);
  NeighbourSum<T, D> sum;
  if (!(limit_to_nearest<T, D, K, I>)(*u.grid, u.starts, u.sorted, q, self, block)) {
    sum = (sum_nearest<T, D, K, I>)(sum, *u.grid, u.starts, u.sorted, q, self, block);
  } else if constexpr (kLanesOf<T> == 1) {
    sum = (sum_tied<T, D, K, I>)(sum, *u.grid, u.starts, u.sorted, u.ids, q, self, block);
  } else {
    return false;
  }
  finish_block(u, sum, p, v, block.first, block.last);
  return true;
}

/// The sums of a block of lanes that have quick ones: quick_sum.inl.
template <class T, int D, SumKind K, Images I>
NeighbourSum<T, D> sum_of_block(const RowUpdateArguments<D>& u, const Self<T, D>& self, const Block& block);

/// Columns of rows row_begin .. row_end - 1 (counted over all layers).
template <class T, int D, SumKind K, Images I>
void update_rows(const RowUpdateArguments<D>& u, int64_t row_begin, int64_t row_end) {
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
      // In a world of a few cells a row is a large part of a step.
      if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
      const Block block = (block_from<T>)(u, first, row_last, layer, row);
      if constexpr (K.rare_sums) {
        if (q.rules.nearest > 0) {
          if (!update_nearest<T, D, K, I>(u, block)) scalar_nearest<D>(u, sum_kind(q.rules), I, block);
          continue;
        }
      }
      [[maybe_unused]] ListedBlock<D> listed;
      if constexpr (kLists) listed = (listed_block<T>)(u, block, row_last, lists);
      Vec<T, D> p, v;
      load_bodies(u.sorted + first, p, v);
      BlockSpecies<T> rows;
      auto self = make_block<T, D, K>(u, p, v, block, rows);
      if constexpr (kQuickSums<T>) {
        finish_block(u, (sum_of_block<T, D, K, I>)(u, self, block), p, v, first, block.last);
        continue;
      }
      if constexpr (kLists) {
        if (listed.begin != nullptr) {
          auto found =
              (search_listed<T, D, I>)(Everybody<K, NeighbourSum<T, D>>{}, u, self, block, listed, lists);
          const NeighbourSum<T, D> kept = found.sum;
          finish_block(u, kept, p, v, first, block.last);
          continue;
        }
      }
      // In brackets: argument-dependent lookup would also try the scalars' function of this name, on types it
      // is not for. Not const: GCC would keep the sums in memory through all the runs.
      auto found = (search_around<T, D, I>)(Everybody<K, NeighbourSum<T, D>>{}, grid, u.starts, u.sorted, q,
                                            self, block);
      const NeighbourSum<T, D> kept = found.sum;  // a copy goes to memory: `found` itself stays in registers
      finish_block(u, kept, p, v, first, block.last);
    }
  }
}
