// A table of update_rows over all sums and images, for one arithmetic type.

template <class T, int D, int... I>
constexpr std::array<RowUpdateFunction<D>, sizeof...(I)> make_row_updates(std::integer_sequence<int, I...>) {
  return {{&update_rows < T, D, SumKind::of(I / 2), I % 2 == 1 ? Images::kChecked : Images::kUnique > ...}};
}

template <class T, int D>
RowUpdateFunction<D> row_update(SumKind kind, Images images) {
  static constexpr auto kTable =
      make_row_updates<T, D>(std::make_integer_sequence<int, 2 * SumKind::kCount>());
  return kTable[static_cast<size_t>(2 * kind.index() + (images == Images::kChecked ? 1 : 0))];
}
