// Runs the programs of custom rules (model/custom/program.h), written once over the arithmetic type T, kCustomBatch values of it at a time:
// the choice of an operation costs more than the operation. Included after base/sine_cosine.inl, and once per instruction set.

/// A boid or a block of lanes.
template <Arithmetic T, int D>
struct CustomBoid {
  Vec<T, D> p, v;
  Columns<D, ScalarOf<T>, PointerTo> columns{};  ///< columns of all boids
  int64_t place = 0;                             ///< index of the block's first boid there
  uint32_t boids = 1;                            ///< boids of the block
  const uint32_t* all_ids = nullptr;             ///< ids of all boids; null: their places
};

/// Numbers of the boids of a block from those in memory; from whole ones, too.
template <Arithmetic T, class N>
MURMUR_INLINE T custom_numbers(const N* from, uint32_t boids) {
  NumbersOf<T> numbers(T(0));
  for (uint32_t k = 0; k < boids; ++k) numbers.at[k] = static_cast<ScalarOf<T>>(from[k]);
  return numbers.together();
}

/// An input that needs no pair and no sum.
template <Arithmetic T, int D>
MURMUR_INLINE T custom_input(const CustomSlot& slot, const CustomBoid<T, D>& boid, const IdsOf<T>& ids,
                          uint64_t step) {
  switch (slot.input) {
    case CustomInput::kVelocity:
      return boid.v[slot.component];
    case CustomInput::kPosition:
      return boid.p[slot.component];
    case CustomInput::kId:
      if constexpr (kLanesOf<T> == 1) return static_cast<T>(ids);
      if constexpr (kLanesOf < T >> 1) return custom_numbers<T>(ids, static_cast<uint32_t>(kLanesOf<T>));
    case CustomInput::kSpecies:
      return boid.columns.species ? custom_numbers<T>(boid.columns.species + boid.place, boid.boids) : T(0);
    case CustomInput::kState:
      return custom_numbers<T>(custom_state_column(boid.columns, slot.component) + boid.place, boid.boids);
    case CustomInput::kStep:
      return T(static_cast<ScalarOf<T>>(step));
    default:
      return T(0);
  }
}

/// What the rules add to B blocks whose boids follow each other, into their rows. `sums`: rows of their sums, then of n.
template <int B, Arithmetic T, int D, class S, class Lists>
MURMUR_INLINE void run_custom_rules(const CustomRules<S, Lists>& custom, const CustomKeys& keys,
                                 const CustomBoid<T, D>* blocks, const IdsOf<T>* ids, T (*r)[B],
                                 const CustomRows<S>& sums, const CustomRows<S>& rows) {
  MURMUR_UNROLL
  for (int64_t k = 0; k < custom.boid_inputs.size; ++k) {
    const CustomSlot slot = custom.boid_inputs[k];
    const bool counted = slot.input == CustomInput::kNeighbours;
    if (counted || slot.input == CustomInput::kSum) {
      const S* const row = sums.row(counted ? custom.sums.size : slot.component);
      for (int m = 0; m < B; ++m) r[k][m] = NumbersOf<T>::in_row(row + m * kLanesOf<T>);
    } else {
      for (int m = 0; m < B; ++m) r[k][m] = custom_input(slot, blocks[m], ids[m], keys.step);
    }
  }
  run_code<D, B, false>(custom.boid_code, custom.numbers.data, keys, ids, r);
  const auto store = [&](const T(&values)[B], int64_t row) {
    for (int m = 0; m < B; ++m)
      NumbersOf<T>::put(values[m], rows.row(row) + m * kLanesOf<T>, blocks[m].boids);
  };
  MURMUR_UNROLL
  for (int64_t k = 0; k < custom.additions.size; ++k) {
    const CustomAddition addition = custom.additions[k];
    for (int axis = 0; axis < D; ++axis) store(r[addition.add[axis]], custom.row_of_addition(k, axis, D));
    if (addition.conditional) store(r[addition.when], custom.row_of_when(k, D));
  }
  MURMUR_UNROLL
  for (int64_t k = 0; k < custom.nexts.size; ++k) store(r[custom.nexts[k].value], custom.row_of_next(k, D));
}

/// Gives a boid the numbers that it keeps from the step on, once no other boid looks at those before it. `kept`: of the boid.
/// @returns false: one is not finite
template <int D, class S>
MURMUR_INLINE bool take_custom_states(const CustomRules<S>& custom, const CustomRows<S>& rows,
                                   const Columns<D, S, PointerTo>& kept) {
  bool finite = true;
  for (int64_t k = 0; k < custom.nexts.size; ++k) {
    const S number = *rows.row(custom.row_of_next(k, D));
    *custom_state_column(kept, custom.nexts[k].state) = number;
    finite = finite && is_finite(number);
  }
  return finite;
}

/// Adds what the rules add to dv, in their order.
template <Arithmetic T, int D, class S>
MURMUR_INLINE void add_custom_rules(const CustomRules<S>& custom, const CustomRows<S>& rows, Vec<T, D>& dv) {
  for (int64_t k = 0; k < custom.additions.size; ++k) {
    const bool conditional = custom.additions[k].conditional;
    const T when = conditional ? NumbersOf<T>::in_row(rows.row(custom.row_of_when(k, D))) : T(S(1));
    for (int axis = 0; axis < D; ++axis) {
      const T sum = dv[axis] + NumbersOf<T>::in_row(rows.row(custom.row_of_addition(k, axis, D)));
      dv[axis] = select(when > T(S(0)), sum, dv[axis]);
    }
  }
}
