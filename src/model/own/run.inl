// Runs the programs of rules of one's own (model/own/program.h), written once over the arithmetic type T, kOwnBatch values of it at a time:
// the choice of an operation costs more than the operation. Included after base/sine_cosine.inl, and once per instruction set.

/// A boid or a block of lanes.
template <Own T, int D>
struct OwnBoid {
  Vec<T, D> p, v;
  Columns<D, ScalarOf<T>, PointerTo> columns{};  ///< columns of all boids
  int64_t place = 0;                             ///< index of the block's first boid there
  uint32_t boids = 1;                            ///< boids of the block
};

/// Numbers of the boids of a block from those in memory; from whole ones, too.
template <Own T, class N>
MURMUR_INLINE T own_numbers(const N* from, uint32_t boids) {
  NumbersOf<T> numbers(T(0));
  for (uint32_t k = 0; k < boids; ++k) numbers.at[k] = static_cast<ScalarOf<T>>(from[k]);
  return numbers.together();
}

/// An input that needs no pair and no sum.
template <Own T, int D>
MURMUR_INLINE T own_input(const OwnSlot& slot, const OwnBoid<T, D>& boid, const IdsOf<T>& ids,
                          uint64_t step) {
  switch (slot.input) {
    case OwnInput::kVelocity:
      return boid.v[slot.component];
    case OwnInput::kPosition:
      return boid.p[slot.component];
    case OwnInput::kId:
      if constexpr (kLanesOf<T> == 1) return static_cast<T>(ids);
      if constexpr (kLanesOf < T >> 1) return own_numbers<T>(ids, static_cast<uint32_t>(kLanesOf<T>));
    case OwnInput::kSpecies:
      return boid.columns.species ? own_numbers<T>(boid.columns.species + boid.place, boid.boids) : T(0);
    case OwnInput::kState:
      return own_numbers<T>(own_state_column(boid.columns, slot.component) + boid.place, boid.boids);
    case OwnInput::kStep:
      return T(static_cast<ScalarOf<T>>(step));
    default:
      return T(0);
  }
}

/// What the rules add to B blocks whose boids follow each other, into their rows. `sums`: rows of their sums, then of n.
template <int B, Own T, int D, class S, class Lists>
MURMUR_INLINE void run_own_rules(const OwnRules<S, Lists>& own, const OwnKeys& keys,
                                 const OwnBoid<T, D>* blocks, const IdsOf<T>* ids, T (*r)[B],
                                 const OwnRows<S>& sums, const OwnRows<S>& rows) {
  MURMUR_UNROLL
  for (int64_t k = 0; k < own.boid_inputs.size; ++k) {
    const OwnSlot slot = own.boid_inputs[k];
    const bool counted = slot.input == OwnInput::kNeighbours;
    if (counted || slot.input == OwnInput::kSum) {
      const S* const row = sums.row(counted ? own.sums.size : slot.component);
      for (int m = 0; m < B; ++m) r[k][m] = NumbersOf<T>::in_row(row + m * kLanesOf<T>);
    } else {
      for (int m = 0; m < B; ++m) r[k][m] = own_input(slot, blocks[m], ids[m], keys.step);
    }
  }
  run_code<D, B, false>(own.boid_code, own.numbers.data, keys, ids, r);
  const auto store = [&](const T(&values)[B], int64_t row) {
    for (int m = 0; m < B; ++m)
      NumbersOf<T>::put(values[m], rows.row(row) + m * kLanesOf<T>, blocks[m].boids);
  };
  MURMUR_UNROLL
  for (int64_t k = 0; k < own.additions.size; ++k) {
    const OwnAddition addition = own.additions[k];
    for (int axis = 0; axis < D; ++axis) store(r[addition.add[axis]], own.row_of_addition(k, axis, D));
    if (addition.conditional) store(r[addition.when], own.row_of_when(k, D));
  }
  MURMUR_UNROLL
  for (int64_t k = 0; k < own.nexts.size; ++k) store(r[own.nexts[k].value], own.row_of_next(k, D));
}

/// Gives a boid the numbers that it keeps from the step on, once no other boid looks at those before it. `kept`: of the boid.
/// @returns false: one is not finite
template <int D, class S>
MURMUR_INLINE bool take_own_states(const OwnRules<S>& own, const OwnRows<S>& rows,
                                   const Columns<D, S, PointerTo>& kept) {
  bool finite = true;
  for (int64_t k = 0; k < own.nexts.size; ++k) {
    const S number = *rows.row(own.row_of_next(k, D));
    *own_state_column(kept, own.nexts[k].state) = number;
    finite = finite && is_finite(number);
  }
  return finite;
}

/// Adds what the rules add to dv, in their order.
template <Own T, int D, class S>
MURMUR_INLINE void add_own_rules(const OwnRules<S>& own, const OwnRows<S>& rows, Vec<T, D>& dv) {
  for (int64_t k = 0; k < own.additions.size; ++k) {
    const bool conditional = own.additions[k].conditional;
    const T when = conditional ? NumbersOf<T>::in_row(rows.row(own.row_of_when(k, D))) : T(S(1));
    for (int axis = 0; axis < D; ++axis) {
      const T sum = dv[axis] + NumbersOf<T>::in_row(rows.row(own.row_of_addition(k, axis, D)));
      dv[axis] = select(when > T(S(0)), sum, dv[axis]);
    }
  }
}
