// Steps boids whose neighbours are the nearest in each octant (model/octants.inl), one at a time on every instruction set:
// their few neighbours are found by a search that differs from boid to boid. Included by scalar_step.cpp after all_pairs.inl.

template <int D, Images I>
void update_octant_rows(const RowUpdateArguments<D>& u, int64_t row_begin, int64_t row_end) {
  const Parameters<float, D>& q = *u.parameters;
  const CellGrid<float, D>& grid = *u.grid;
  for (int64_t r = row_begin; r < row_end; ++r) {
    const uint32_t* const own = u.starts.own_row(grid.count[0], r);
    const int32_t layer = static_cast<int32_t>(r / grid.count[1]),
                  row = static_cast<int32_t>(r % grid.count[1]);
    for (uint32_t i = own[u.column_from]; i < own[u.column_to]; ++i) {
      if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
      Vec<float, D> p, v;
      load_bodies(u.sorted + i, p, v);
      const auto self = make_self_of<kOctantKind>(q.rules, p, v, u.columns, i);
      const int32_t column = grid.coordinate(0, p[0]);
      const auto found = find_octants<float, D, I>(grid, u.starts, u.sorted, u.ids, q, self,
                                                   Block{i, i + 1, layer, row, column, column});
      finish_block(u, sum_octants(NeighbourSum<float, D>{}, found, q.rules, self, u.sorted), p, v, i, i + 1);
    }
  }
}

template <int D>
void update_octants_all_pairs(const RowUpdateArguments<D>& u, int64_t boids, int64_t begin, int64_t end) {
  const Rules<float>& rules = u.parameters->rules;
  for (int64_t i = begin; i < end; ++i) {
    if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
    Vec<float, D> p, v;
    load_bodies(u.sorted + i, p, v);
    const auto self = make_self_of<kOctantKind>(rules, p, v, u.columns, i);
    OctantNeighbours<float, D> found(u.ids, rules.radius_squared);
    for (int64_t j = 0; j < boids; ++j) {
      if (j == i) continue;
      const BoidInReach<D> one = nearest_image(u, p, static_cast<uint32_t>(j));
      const Body<float, D>& other = u.sorted[j];
      found.consider(self, rules, FoundBoid<float, D, float>{one.d, other.p, other.v, one.j}, AnyCandidate{});
    }
    finish_block(u, sum_octants(NeighbourSum<float, D>{}, found, rules, self, u.sorted), p, v,
                 static_cast<uint32_t>(i), static_cast<uint32_t>(i + 1));
  }
}
