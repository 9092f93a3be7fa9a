// The sums of rules of one's own of the boids of cell rows, before update_rows() computes their new state. Written over T; uses
// model/own/sums.inl.

/// The memory of a block's sums.
template <class T, int D>
struct OwnBlockMemory {
  OwnSumMemory<T, kOwnBatch<T>> pairs;
  T sums[kMostOwnSumNumbers];
  uint32_t ids[kLanesOf<T>];
};

template <class T>
MURMUR_INLINE IdsOf<T> ids_of_block(const uint32_t* ids) {
  if constexpr (kLanesOf<T> == 1) {
    return *ids;
  } else {
    return ids;
  }
}

/// The own sums of a block: hand the pairs on to SumAt{&block.sum}, then call store().
template <class T, int D>
struct OwnBlock {
  const RowUpdateArguments<D>& u;
  OwnBlockMemory<T, D>& memory;
  uint32_t first, last;
  OwnSum<T, D, float> sum;

  MURMUR_INLINE OwnBlock(const RowUpdateArguments<D>& arguments, OwnBlockMemory<T, D>& of_block,
                         const Vec<T, D>& p, const Vec<T, D>& v, uint32_t from, uint32_t to)
      : u(arguments),
        memory(of_block),
        first(from),
        last(to),
        sum(u.parameters->behaviours.own, boid(p, v), memory.pairs, memory.sums, 1) {}

  MURMUR_INLINE void store() {
    sum.end();
    for (int64_t k = 0; k < u.parameters->behaviours.own.sums.size; ++k) {
      const NumbersOf<T> numbers(memory.sums[k]);
      for (uint32_t i = first; i < last; ++i) u.own_sums[k * u.own_stride + i] = numbers.at[i - first];
    }
  }

 private:
  MURMUR_INLINE OwnBoid<T, D> boid(const Vec<T, D>& p, const Vec<T, D>& v) const {
    constexpr uint32_t kLanes = static_cast<uint32_t>(kLanesOf<T>);
    for (uint32_t k = 0; k < kLanes; ++k) memory.ids[k] = first + k < last ? u.ids[first + k] : 0;
    const OwnPlace<float> place = own_place(u, first, last - first);
    return {p,
            v,
            {u.parameters->behaviours.seed, u.parameters->step, ids_of_block<T>(memory.ids)},
            place.boids,
            place.species};
  }
};

/// @returns false where ids have to decide which neighbours are the nearest and T is lanes.
template <class T, int D, SumKind K, Images I>
MURMUR_INLINE bool sum_own_block(const RowUpdateArguments<D>& u, const Block& block,
                                 OwnBlockMemory<T, D>& memory) {
  const Parameters<float, D>& q = *u.parameters;
  Vec<T, D> p, v;
  load_bodies(u.sorted + block.first, p, v);
  BlockSpecies<T> rows;
  auto self = make_block<T, D, K>(u, p, v, block, rows);
  OwnBlock<T, D> own(u, memory, p, v, block.first, block.last);
  const SumAt<OwnSum<T, D, float>> sum{&own.sum};
  if (q.rules.nearest <= 0) {
    (search_around<T, D, I>)(Everybody<K, SumAt<OwnSum<T, D, float>>>{sum}, *u.grid, u.starts, u.sorted, q,
                             self, block);
  } else if (!(limit_to_nearest<T, D, K, I>)(*u.grid, u.starts, u.sorted, q, self, block)) {
    (sum_nearest<T, D, K, I>)(sum, *u.grid, u.starts, u.sorted, q, self, block);
  } else if constexpr (kLanesOf<T> == 1) {
    (sum_tied<T, D, K, I>)(sum, *u.grid, u.starts, u.sorted, u.ids, q, self, block);
  } else {
    return false;
  }
  own.store();
  return true;
}

/// Of the boids that update_rows() steps.
template <class T, int D, SumKind K, Images I>
void sum_own_rows(const RowUpdateArguments<D>& u, int64_t row_begin, int64_t row_end) {
  const CellGrid<float, D>& grid = *u.grid;
  constexpr uint32_t kBlock = static_cast<uint32_t>(kLanesOf<T>);
  OwnBlockMemory<T, D> memory;
  for (int64_t r = row_begin; r < row_end; ++r) {
    const uint32_t* const own = u.starts.own_row(grid.count[0], r);
    const uint32_t row_first = own[u.column_from], row_last = own[u.column_to];
    const int32_t layer = static_cast<int32_t>(r / grid.count[1]),
                  row = static_cast<int32_t>(r % grid.count[1]);
    for (uint32_t first = row_first; first < row_last; first += kBlock) {
      const uint32_t last = row_last - first < kBlock ? row_last : first + kBlock;
      if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
      const Block block{first,
                        last,
                        layer,
                        row,
                        grid.coordinate(0, u.sorted[first].p[0]),
                        grid.coordinate(0, u.sorted[last - 1].p[0])};
      if (!sum_own_block<T, D, K, I>(u, block, memory)) scalar_own_sums<D>(u, I, block);
    }
  }
}
