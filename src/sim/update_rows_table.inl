// A table of update_rows over all sums and images, for one arithmetic type. Text only, like what it instantiates.

template <class T, int D, int... I>
constexpr std::array<RowUpdateFunction<D>, sizeof...(I)> make_row_updates(std::integer_sequence<int, I...>) {
  return {{&update_rows<T, D, SumKind::of(I / 3), static_cast<Images>(I % 3)>...}};
}

template <class T, int D>
RowUpdateFunction<D> row_update(SumKind kind, Images images) {
  static constexpr auto kTable = make_row_updates<T, D>(std::make_integer_sequence<int, 3 * SumKind::kCount>());
  return kTable[static_cast<size_t>(3 * kind.index() + static_cast<int>(images))];
}
