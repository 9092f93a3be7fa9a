// The boids of cell rows whose neighbours are the nearest in each octant (model/octants.inl), one at a time on every instruction set:
// their few neighbours are found by a search that differs from boid to boid. Included by scalar_step.cpp and scalar_own.cpp.

/// Calls use(body, its sorted index, self, found) for each of them.
template <int D, Images I, class Use>
void each_in_octants(const RowUpdateArguments<D>& u, int64_t row_begin, int64_t row_end, const Use& use) {
  const Parameters<float, D>& q = *u.parameters;
  const CellGrid<float, D>& grid = *u.grid;
  for (int64_t r = row_begin; r < row_end; ++r) {
    const uint32_t* const own = u.starts.own_row(grid.count[0], r);
    const int32_t layer = static_cast<int32_t>(r / grid.count[1]),
                  row = static_cast<int32_t>(r % grid.count[1]);
    for (uint32_t i = own[u.column_from]; i < own[u.column_to]; ++i) {
      if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
      const Body<float, D> body = u.sorted[i];
      const auto self = make_self_of<kOctantKind>(q, body.p, body.v, u.columns, i);
      const int32_t column = grid.coordinate(0, body.p[0]);
      OctantSlots<float, D> found;
      find_octants<float, D, I>(found, grid, u.starts, u.sorted, u.ids, q, self,
                                Block{i, i + 1, layer, row, column, column});
      use(body, i, self, found);
    }
  }
}
