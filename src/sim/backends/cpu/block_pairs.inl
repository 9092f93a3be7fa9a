// Blocks of the boids of a row, and their pairs (model/pair.inl), written over T. Included before update_row.inl and custom_rows.inl.

/// Block of boids that begins at sorted index `first` of a row, which ends at `row_end`.
template <class T, int D>
MURMUR_INLINE Block block_from(const RowUpdateArguments<D>& u, uint32_t first, uint32_t row_end,
                               int32_t layer, int32_t row) {
  constexpr uint32_t kBlock = static_cast<uint32_t>(kLanesOf<T>);
  const uint32_t last = row_end - first < kBlock ? row_end : first + kBlock;
  return {first,
          last,
          layer,
          row,
          u.grid->coordinate(0, u.sorted[first].p[0]),
          u.grid->coordinate(0, u.sorted[last - 1].p[0])};
}

/// The rows of Rules::toward for the boids of a block, one in each lane.
template <class T>
struct BlockSpecies {
  Toward<T> toward[kMostSpecies];
};

/// Makes the pairs of the boids of a block. `rows` must outlive the pairs; only lanes with species use it.
template <class Pairs, class T, int D>
MURMUR_INLINE Pairs pairs_of_block(const RowUpdateArguments<D>& u, const Vec<T, D>& p, const Vec<T, D>& v,
                                   const Block& block, [[maybe_unused]] BlockSpecies<T>& rows) {
  if constexpr (kLanesOf<T> == 1) {
    return pairs_of<Pairs>(*u.parameters, p, v, u.columns, block.first);
  } else {
    Pairs pairs(*u.parameters, p, v);
    if constexpr (kKnowsSpecies<Pairs>) {
      if (Pairs::kMayLackSpecies && !u.parameters->rules.has_species()) return pairs;
      look_up_toward(u, block.first, block.last, Pairs::kAnyTerm, rows.toward);
      if constexpr (Pairs::kLimitsView) {
        Traits<T> own;
        look_up_traits(u, block.first, block.last, own);
        pairs.see_as(own);
      }
      pairs.others = {u.columns.species, rows.toward, 0};
    }
    return pairs;
  }
}

/// Adds the nearest neighbours of a block to `sum`, or those in octants for one boid at a time. @returns false, with
/// `sum` unchanged, where ids have to decide between equal distances and T is lanes.
template <Images I, class Sum, class Pairs, int D>
MURMUR_INLINE bool sum_block_over_chosen(Sum& sum, const RowUpdateArguments<D>& u, Pairs& pairs,
                                         const Block& block) {
  const World<float, D>& world = u.parameters->world;
  if constexpr (kLanesOf<typename Pairs::Number> == 1) {
    sum = (sum_over_chosen<I>)(sum, *u.grid, u.starts, u.sorted, u.ids, world, pairs, block);
  } else {
    if ((limit_to_nearest<I>)(*u.grid, u.starts, u.sorted, world, pairs, block)) return false;
    sum = (sum_nearest<I>)(sum, *u.grid, u.starts, u.sorted, world, pairs, block);
  }
  return true;
}
