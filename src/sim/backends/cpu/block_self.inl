// Blocks of the boids of a row, and these boids as Self (model/pair.inl), written over T. Included before update_row.inl and own_rows.inl.

/// The block that begins with sorted boid `first` of a row, which ends at `row_end`.
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

/// The boids of a block. `rows` must live as long; only lanes with species use it.
template <class T, int D, SumKind K>
MURMUR_INLINE Self<T, D> make_block(const RowUpdateArguments<D>& u, const Vec<T, D>& p, const Vec<T, D>& v,
                                    const Block& block, [[maybe_unused]] BlockSpecies<T>& rows) {
  const Rules<float>& rules = u.parameters->rules;
  if constexpr (kLanesOf<T> == 1) {
    return make_self_of<K>(*u.parameters, p, v, u.columns, block.first);
  } else {
    auto self = make_self<T, D, K>(rules, p, v);
    see_walls<K>(self, *u.parameters);
    if constexpr (K.species) {
      if (K.general && !rules.has_species()) return self;
      look_up_toward(u, block.first, block.last, K.rare_sums, rows.toward);
      if constexpr (K.field_of_view) {
        Traits<T> own;
        look_up_traits(u, block.first, block.last, own);
        see_as<K>(self, rules, own);
      }
      see_species(self, u.columns, rows.toward);
    }
    return self;
  }
}
