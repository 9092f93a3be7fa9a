// Computes what custom rules add to the boids of cell rows, before update_rows() computes their new state. Written
// over T; uses model/custom/sums.inl.

template <class T, int D>
struct CustomBlockMemory {
  CustomSumMemory<T, kCustomBatch<T>> pairs;
  T sums[kMostCustomSumNumbers + 1];
  uint32_t ids[kLanesOf<T>];
};

/// The ids of the boids of a block; `memory` receives the ids of a partly filled block, because lanes read a full one.
template <class T, int D>
MURMUR_INLINE auto load_own_ids(const RowUpdateArguments<D>& u, uint32_t first, uint32_t last,
                                uint32_t* memory) {
  if constexpr (kLanesOf<T> == 1) {
    return u.ids[first];
  } else {
    if (last - first == static_cast<uint32_t>(kLanesOf<T>)) return u.ids + first;
    for (uint32_t k = 0; k < static_cast<uint32_t>(kLanesOf<T>); ++k)
      memory[k] = first + k < last ? u.ids[first + k] : 0;
    return static_cast<const uint32_t*>(memory);
  }
}

template <class T, int D>
MURMUR_INLINE CustomBoid<T, D> load_own_boid(const RowUpdateArguments<D>& u, uint32_t first, uint32_t last) {
  Vec<T, D> p, v;
  load_bodies(u.sorted + first, p, v);
  return {p, v, u.columns, first, last - first, u.ids};
}

/// The sums of a block for custom rules: pass pairs to SumAt{&block.sum}, then call store().
template <class T, int D>
struct CustomBlock {
  const RowUpdateArguments<D>& u;
  CustomBlockMemory<T, D>& memory;
  uint32_t first, last;
  CustomSum<T, D, float> sum;

  MURMUR_INLINE CustomBlock(const RowUpdateArguments<D>& arguments, CustomBlockMemory<T, D>& of_block,
                            uint32_t from, uint32_t to)
      : u(arguments),
        memory(of_block),
        first(from),
        last(to),
        sum(u.parameters->behaviours.custom, {u.parameters->behaviours.seed, u.parameters->step},
            load_own_boid<T>(u, from, to), load_own_ids<T>(u, from, to, memory.ids), memory.pairs,
            memory.sums, 1) {}

  MURMUR_INLINE void store() {
    sum.end();
    const CustomRules<float>& own = u.parameters->behaviours.custom;
    for (int64_t row = own.row_of_sum(0, D), k = 0; row < own.rows(D); ++row, ++k)
      NumbersOf<T>::put(memory.sums[k], u.custom_rows.row(row) + first, last - first);
  }
};

/// Runs the custom rules of boids with sorted indices first .. last - 1, whose sums are known.
template <class T, int D>
MURMUR_INLINE void run_custom_boids(const RowUpdateArguments<D>& u, uint32_t first, uint32_t last) {
  constexpr int kBlocks = kCustomBatch<T>;
  constexpr uint32_t kLanes = static_cast<uint32_t>(kLanesOf<T>);
  const Parameters<float, D>& q = *u.parameters;
  CustomBoid<T, D> blocks[kBlocks];
  IdsOf<T> ids[kBlocks];
  uint32_t id_memory[kBlocks][kLanes];
  T r[kMostOwnRegisters][kBlocks];
  for (; first < last; first += kBlocks * kLanes) {
    for (uint32_t m = 0; m < static_cast<uint32_t>(kBlocks); ++m) {
      // Surplus blocks repeat the first one and store nothing.
      const uint32_t from = first + m * kLanes;
      const uint32_t begin = from < last ? from : first;
      const uint32_t end = last - begin < kLanes ? last : begin + kLanes;
      blocks[m] = load_own_boid<T>(u, begin, end);
      if (from >= last) blocks[m].boids = 0;
      ids[m] = load_own_ids<T>(u, begin, end, id_memory[m]);
    }
    const CustomRows<float> rows = u.custom_rows.from(first);
    const CustomRows<float> sums{rows.row(q.behaviours.custom.row_of_sum(0, D)), rows.stride};
    run_custom_rules<kBlocks>(q.behaviours.custom, {q.behaviours.seed, q.step}, blocks, ids, r, sums, rows);
  }
}

/// Computes the sums of a block for custom rules. @returns false where ids decide which neighbours are the nearest
/// and the pairs are of lanes.
template <class Pairs, Images I, int D, class T = typename Pairs::Number>
static __attribute__((noinline)) bool sum_custom_block(const RowUpdateArguments<D>& u, const Block& block,
                                                       CustomBlockMemory<T, D>& memory,
                                                       [[maybe_unused]] uint32_t row_end,
                                                       [[maybe_unused]] ListsOf<T, D, I>& lists) {
  const Parameters<float, D>& q = *u.parameters;
  const bool all = q.rules.kind.neighbours == Neighbours::kAll;
  ListedBlock<D> listed{};
  if constexpr (kListsCandidates<T, D, I>) {
    if (all) listed = (listed_block<T>)(u, block, row_end, lists);
  }
  Vec<T, D> p, v;
  load_bodies(u.sorted + block.first, p, v);
  BlockSpecies<T> rows;
  auto pairs = pairs_of_block<Pairs>(u, p, v, block, rows);
  CustomBlock<T, D> own(u, memory, block.first, block.last);
  SumAt<CustomSum<T, D, float>> sum{&own.sum};
  const Everybody<SumAt<CustomSum<T, D, float>>> everybody{sum};
  if (listed.begin != nullptr) {
    if constexpr (kListsCandidates<T, D, I>) (search_listed<I>)(everybody, u, pairs, block, listed, lists);
  } else if (all) {
    (search_around<I>)(everybody, *u.grid, u.starts, u.sorted, q.world, pairs, block);
  } else if (!(sum_block_over_chosen<I>)(sum, u, pairs, block)) {
    return false;
  }
  own.store();
  return true;
}

/// Computes what custom rules add to the boids that update_rows() steps.
template <class Pairs, Images I, int D>
void run_custom_rows(const RowUpdateArguments<D>& u, int64_t row_begin, int64_t row_end) {
  using T = typename Pairs::Number;
  const CellGrid<float, D>& grid = *u.grid;
  const bool visits_pairs = u.parameters->behaviours.custom.visits_pairs();
  constexpr uint32_t kBlock = static_cast<uint32_t>(kLanesOf<T>);
  CustomBlockMemory<T, D> memory;
  ListsOf<T, D, I> lists;
  for (int64_t r = row_begin; r < row_end; ++r) {
    const uint32_t* const own = u.starts.own_row(grid.count[0], r);
    const uint32_t row_first = own[u.column_from], row_last = own[u.column_to];
    const int32_t layer = static_cast<int32_t>(r / grid.count[1]),
                  row = static_cast<int32_t>(r % grid.count[1]);
    for (uint32_t first = row_first; visits_pairs && first < row_last; first += kBlock) {
      if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
      const Block block = (block_from<T>)(u, first, row_last, layer, row);
      if (!(sum_custom_block<Pairs, I>)(u, block, memory, row_last, lists))
        ScalarRules<D>::block_sums(u, I, block);
    }
    run_custom_boids<T>(u, row_first, row_last);
  }
}
