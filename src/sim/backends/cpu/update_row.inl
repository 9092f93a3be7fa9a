// Steps all boids of one cell row, a block at a time: the innermost stage of a CPU step, written over T.
// load_bodies/store_bodies of the including file move a block between memory and T.

/// Computes the new state of a block from its sums. Not part of update_rows, so that it is compiled once for
/// all kinds of sums.
template <class T, int D>
__attribute__((noinline)) void finish_block(const RowUpdateArguments<D>& u, const NeighbourSum<T, D>& sum,
                                            Vec<T, D> p, Vec<T, D> v, uint32_t first, uint32_t last) {
  const Parameters<float, D>& q = *u.parameters;
  const Vec<T, D> dv = steer_by_rules(q.rules, sum, v);
  bool done = false;
  if (!q.behaviours.any) {
    advance_plain(q, dv, p, v);
    done = true;
  } else if (!q.behaviours.needs_scalar_path) {
    uint32_t no_target = 0, ids[kLanesOf<T>] = {};
    for (uint32_t i = first; i < last; ++i) ids[i - first] = u.ids[i];
    if constexpr (kLanesOf<T> == 1) {
      done = advance(q, ids[0], sum.count, dv, p, v, no_target);
    } else {
      done = advance(q, ids, sum.count, dv, p, v, no_target);
    }
  }
  if (done) {
    store_bodies(p, v, u.next + first, last - first);
    if (!all_finite(p, v)) report_faults(u, first, last);
  } else {
    // One boid at a time; the sums and the steering, most of the work, ran in lanes.
    Body<float, D> steering[kLanesOf<T>];
    Vec<T, D> counts;
    for (int k = 0; k < D; ++k) counts[k] = sum.count;
    store_bodies(dv, counts, steering, last - first);
    for (uint32_t i = first; i < last; ++i) {
      Body<float, D> body = u.sorted[i];
      uint32_t unused = 0;
      advance(q, u.ids[i], steering[i - first].v[0], steering[i - first].p, body.p, body.v,
              u.targets ? u.targets[i] : unused);
      u.next[i] = body;
    }
    report_faults(u, first, last);
  }
}

/// A block of boids with the nearest neighbours only. @returns false where ids have to decide and T is lanes.
template <class T, int D, SumKind K, Images I>
bool update_nearest(const RowUpdateArguments<D>& u, const Block& block) {
  const Parameters<float, D>& q = *u.parameters;
  Vec<T, D> p, v;
  load_bodies(u.sorted + block.first, p, v);
  auto self = make_self<T, D, K>(q.rules, p, v);
  NeighbourSum<T, D> sum;
  if (!(limit_to_nearest<T, D, K, I>)(*u.grid, u.starts, u.sorted, q, self, block)) {
    sum = (sum_nearest<T, D, K, I>)(*u.grid, u.starts, u.sorted, q, self, block);
  } else if constexpr (kLanesOf<T> == 1) {
    sum = (sum_tied<T, D, K, I>)(*u.grid, u.starts, u.sorted, u.ids, q, self, block);
  } else {
    return false;
  }
  finish_block(u, sum, p, v, block.first, block.last);
  return true;
}

/// Columns of rows row_begin .. row_end - 1 (counted over all layers).
template <class T, int D, SumKind K, Images I>
void update_rows(const RowUpdateArguments<D>& u, int64_t row_begin, int64_t row_end) {
  const Parameters<float, D>& q = *u.parameters;
  const CellGrid<float, D>& grid = *u.grid;
  constexpr uint32_t kBlock = static_cast<uint32_t>(kLanesOf<T>);
  const int64_t columns = grid.count[0];
  for (int64_t r = row_begin; r < row_end; ++r) {
    const uint32_t* const own = u.starts.own_row(columns, r);
    const uint32_t row_first = own[u.column_from], row_last = own[u.column_to];
    const int32_t layer = static_cast<int32_t>(r / grid.count[1]),
                  row = static_cast<int32_t>(r % grid.count[1]);
    for (uint32_t first = row_first; first < row_last; first += kBlock) {
      const uint32_t last = row_last - first < kBlock ? row_last : first + kBlock;
      // In a world of a few cells a row is a large part of a step.
      if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
      const Block block{first,
                        last,
                        layer,
                        row,
                        grid.coordinate(0, u.sorted[first].p[0]),
                        grid.coordinate(0, u.sorted[last - 1].p[0])};
      if constexpr (K.rare_sums) {
        if (q.rules.nearest > 0) {
          if (!update_nearest<T, D, K, I>(u, block)) scalar_nearest<D>(u, sum_kind(q.rules), I, block);
          continue;
        }
      }
      Vec<T, D> p, v;
      load_bodies(u.sorted + first, p, v);
      auto self = make_self<T, D, K>(q.rules, p, v);
      // In brackets: argument-dependent lookup would also try the scalars' function of this name, on types it
      // is not for. Not const: GCC would keep the sums in memory through all the runs.
      auto sum = (sum_candidates<T, D, K, I>)(NeighbourSum<T, D>{}, grid, u.starts, u.sorted, q, self, block);
      const NeighbourSum<T, D> kept = sum;  // a copy goes to memory: `sum` itself stays in registers
      finish_block(u, kept, p, v, first, last);
    }
  }
}
