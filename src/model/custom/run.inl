// Runs the programs of custom rules (model/custom/program.h). Written over the arithmetic type T; processes
// kCustomBatch values at a time, because choosing an operation costs more than executing it. Included after
// base/sine_cosine.inl, and once per instruction set.

/// A boid, or a block of boids in lanes, with the data that programs read.
template <Arithmetic T, int D>
struct CustomBoid {
  Vec<T, D> p, v;
  Columns<D, ScalarOf<T>, PointerTo> columns{};  ///< columns of all boids
  int64_t place = 0;                             ///< index of the block's first boid in `columns`
  uint32_t boids = 1;                            ///< number of boids in the block
  const uint32_t* all_ids = nullptr;             ///< ids of all boids; null: the id is the index
};

/// Loads the numbers of the boids of a block into lanes; also converts integers.
template <Arithmetic T, class N>
MURMUR_INLINE T custom_numbers(const N* from, uint32_t boids) {
  NumbersOf<T> numbers(T(0));
  for (uint32_t k = 0; k < boids; ++k) numbers.at[k] = static_cast<ScalarOf<T>>(from[k]);
  return numbers.together();
}

/// Value of an input that is neither of a pair nor a sum.
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

/// Computes what the rules add to the boids of B consecutive blocks, into `rows`. `sums`: rows of the boids' sums, then of n.
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

/// Stores the new values of numbers that a boid keeps, once no other boid reads the old ones. `kept`: pointers to the
/// boid's columns. @returns false: one is not finite
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

/// Adds the velocities of all rules to dv, in the order of the rules.
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
