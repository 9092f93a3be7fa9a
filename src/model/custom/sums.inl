// The sums over neighbours of custom rules. Included after model/custom/run.inl and model/nearest.inl.

/// Number of pairs that are processed together: choosing an operation costs more than executing it.
template <Arithmetic T>
constexpr int kCustomBatch = kLanesOf<T> > 1 ? kMostCustomBatch / kLanesOf<T> : 8;

/// Buffers for the sums of a boid or of a block of lanes.
template <Arithmetic T, int B>
struct CustomSumMemory {
  T r[kMostOwnRegisters][B];
  T squares[B];
  MaskOf<T> near[B];
};

/// A Sum (pair.inl) of custom rules: pairs wait until there are B of them. Each of the `sums`, `stride` apart, is
/// summed in the contract's order.
template <Arithmetic T, int D, class S, int B = kCustomBatch<T>, class Lists = CustomLists>
class CustomSum {
 public:
  /// `sums`: one for each sum of the rules, `stride` apart, and one more for n.
  MURMUR_INLINE CustomSum(const CustomRules<S, Lists>& custom, const CustomKeys& keys,
                          const CustomBoid<T, D>& boid, const IdsOf<T>& ids, CustomSumMemory<T, B>& memory,
                          T* sums, int64_t stride)
      : own_(custom),
        keys_(keys),
        ids_(ids),
        columns_(boid.columns),
        all_ids_(boid.all_ids),
        memory_(memory),
        sums_(sums),
        stride_(stride) {
    MURMUR_UNROLL
    for (int64_t k = 0; k < custom.pair_inputs.size; ++k) {
      const T value = custom_input(custom.pair_inputs[k], boid, ids, keys.step);
      for (int m = 0; m < B; ++m) memory.r[k][m] = value;
    }
    run(custom.same_code);
    MURMUR_UNROLL
    for (int64_t k = 0; k < custom.sums.size; ++k)
      sums[k * stride] = T(custom.sums[k].least == k + 1 ? std::numeric_limits<S>::infinity() : S(0));
  }

  template <class Pairs, class J>
  MURMUR_INLINE void add(const Pairs& pairs, const J& j, const MaskOf<T>& near, const MaskOf<T>&) {
    if (!any(near)) return;
    count_ = add_if(near, count_, T(S(1)));
    MURMUR_UNROLL
    for (int64_t k = 0; k < own_.pair_inputs.size; ++k) {
      const CustomSlot slot = own_.pair_inputs[k];
      T& input = memory_.r[k][waiting_];
      if (slot.input == CustomInput::kDisplacement) input = j.d[slot.component];
      if (slot.input == CustomInput::kOtherVelocity) input = T(j.v[slot.component]);
      if constexpr (kKnowsSpecies<Pairs>) {
        if (slot.input == CustomInput::kOtherSpecies)
          input = T(static_cast<S>(pairs.others.species_of[j.place]));
      }
      if (slot.input == CustomInput::kOtherId)
        input = T(static_cast<S>(all_ids_ ? all_ids_[j.place] : j.place));
      if (slot.input == CustomInput::kOtherState)
        input = T(custom_state_column(columns_, slot.component)[j.place]);
    }
    memory_.squares[waiting_] = j.square;
    memory_.near[waiting_] = near;
    if (++waiting_ == B) add_waiting();
  }

  /// Adds the waiting pairs. Call after the last pair.
  MURMUR_INLINE void end() {
    if (own_.counts) sums_[own_.sums.size * stride_] = count_;
    if (waiting_ == 0) return;
    for (int64_t k = 0; k < own_.pair_inputs.size; ++k) {
      if (own_.pair_inputs[k].input > CustomInput::kOtherState) continue;
      // Results of earlier instructions in these registers may not be valid indices.
      for (int m = 1; m < B; ++m)
        if (m >= waiting_) memory_.r[k][m] = memory_.r[k][0];
    }
    add_waiting();
  }

 private:
  template <class Code>
  MURMUR_INLINE void run(const Code& code) {
    run_code<D, B, true>(code, own_.numbers.data, keys_, &ids_, memory_.r);
  }

  MURMUR_OUTLINE void add_waiting() {
    run(own_.pair_code);
    MURMUR_UNROLL
    for (int64_t k = 0; k < own_.sums.size; ++k) {
      const CustomSumTerm term = own_.sums[k];
      const T range = T(own_.ranges_squared[term.rule]);
      T sum = sums_[k * stride_];
      if (term.least == 0) {
        for (int m = 0; m < waiting_; ++m)
          sum = add_if(both(memory_.near[m], memory_.squares[m] < range), sum, memory_.r[term.value][m]);
      } else {
        T least = sums_[(term.least - 1) * stride_];
        for (int m = 0; m < waiting_; ++m) {
          const T by = memory_.r[own_.sums[term.least - 1].value][m];
          const auto less = both(both(memory_.near[m], memory_.squares[m] < range), by < least);
          sum = select(less, memory_.r[term.value][m], sum);
          least = select(less, by, least);
        }
      }
      sums_[k * stride_] = sum;
    }
    waiting_ = 0;
  }

  const CustomRules<S, Lists>& own_;
  const CustomKeys keys_;
  const IdsOf<T> ids_;
  const Columns<D, S, PointerTo> columns_;
  const uint32_t* const all_ids_;
  CustomSumMemory<T, B>& memory_;
  T* sums_;
  int64_t stride_;
  T count_ = T(S(0));
  int waiting_ = 0;
};

/// A copyable reference to a Sum that must stay at its address.
template <class Sum>
struct SumAt {
  Sum* sum;
  template <class Pairs, class J, class M>
  MURMUR_INLINE void add(const Pairs& pairs, const J& j, const M& near, const M& close) {
    sum->add(pairs, j, near, close);
  }
};
template <class Sum>
SumAt(Sum*) -> SumAt<Sum>;
