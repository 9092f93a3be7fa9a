// The operations of custom rules, and the interpreter that runs a program of operations. Written over the arithmetic
// type. Included after model/custom/functions.h.

/// e^x with a relative error below 3e-7 in float and 1e-15 in double; 0 or infinity where T cannot hold the result.
template <Arithmetic T>
MURMUR_INLINE T exponential(const T& x) {
  using S = ScalarOf<T>;
  constexpr bool kFloat = sizeof(S) == 4;
  constexpr double kLog2 = 0.693147180559945309417;
  constexpr S high = static_cast<S>(kFloat ? 0.693359375 : 0.693147180369123816490);
  constexpr S low = static_cast<S>(kFloat ? kLog2 - 0.693359375 : 1.90821492927058770002e-10);
  constexpr S most = static_cast<S>(kFloat ? 88.7228317 : 709.782712893383973096);
  constexpr S least = static_cast<S>(kFloat ? -103.972 : -745.133);
  T n = round_down(fused(x, T(static_cast<S>(1.0 / kLog2)), T(S(0.5))));
  n = select(n > T(static_cast<S>(kFloat ? -151 : -1076)), n, T(static_cast<S>(kFloat ? -151 : -1076)));
  n = select(n < T(static_cast<S>(kFloat ? 129 : 1025)), n, T(static_cast<S>(kFloat ? 129 : 1025)));
  const T r = fused(T(S(0)) - n, T(low), fused(T(S(0)) - n, T(high), x));  // |r| <= log(2) / 2
  constexpr double kFactorials[] = {6227020800, 479001600, 39916800, 3628800, 362880, 40320, 5040,
                                    720,        120,       24,       6,       2,      1,     1};
  T sum = T(S(0));
  for (int k = kFloat ? 6 : 0; k < 14; ++k) sum = fused(sum, r, T(static_cast<S>(1.0 / kFactorials[k])));
  const T half = round_down(n * T(S(0.5)));  // half the power, because 2^n may not be a normal number
  const T power = (sum * power_of_two(half)) * power_of_two(n - half);
  return select(x > T(most), T(std::numeric_limits<S>::infinity()), select(x < T(least), T(S(0)), power));
}

/// Applies f to each number of T.
template <Arithmetic T, class F>
MURMUR_INLINE T each_number(const T& x, const F& f) {
  NumbersOf<T> numbers(x);
  for (int lane = 0; lane < kLanesOf<T>; ++lane) numbers.at[lane] = f(numbers.at[lane]);
  return numbers.together();
}
template <int D, Arithmetic T>
MURMUR_INLINE T noise_at(uint64_t seed, uint32_t field, const T& x, const T& y, const T& z) {
  NumbersOf<T> first(x), second(y), third(z);
  for (int lane = 0; lane < kLanesOf<T>; ++lane) {
    const ScalarOf<T> at[] = {first.at[lane], second.at[lane], third.at[lane]};
    first.at[lane] = value_noise<D>(seed, field, at);
  }
  return first.together();
}

/// Inputs of random numbers besides the boid.
struct CustomKeys {
  uint64_t seed, step;
};

/// Executes one instruction with operation kOp on B values of each register: for one boid and B pairs, or for B boids with B `ids`.
template <Op kOp, int D, int B, bool kOneBoid, Arithmetic T, class S>
MURMUR_INLINE void run_operation(const Instruction i, [[maybe_unused]] const S* numbers,
                                 [[maybe_unused]] const CustomKeys& keys,
                                 [[maybe_unused]] const IdsOf<T>* ids, T (*r)[B]) {
  [[maybe_unused]] const T zero = T(S(0)), one = T(S(1));
  T* const __restrict to = r[i.to];  // an instruction never reads its own result register
  [[maybe_unused]] const T *const a = r[i.a], *const b = r[i.b], *const c = r[i.c];
#define MURMUR_OPERATION(op, value) \
  if constexpr (kOp == Op::op)      \
    for (int m = 0; m < B; ++m) to[m] = value
  MURMUR_OPERATION(kNumber, T(numbers[i.number]));
  MURMUR_OPERATION(kAdd, a[m] + b[m]);
  MURMUR_OPERATION(kSubtract, a[m] - b[m]);
  MURMUR_OPERATION(kMultiply, a[m] * b[m]);
  MURMUR_OPERATION(kDivide, a[m] / b[m]);
  MURMUR_OPERATION(kFused, fused(a[m], b[m], c[m]));
  MURMUR_OPERATION(kSquareRoot, square_root(a[m]));
  MURMUR_OPERATION(kMagnitude, magnitude(a[m]));
  MURMUR_OPERATION(kFloor, round_down(a[m]));
  MURMUR_OPERATION(kLesser, select(a[m] < b[m], a[m], b[m]) + zero);
  MURMUR_OPERATION(kGreater, select(a[m] < b[m], b[m], a[m]) + zero);
  MURMUR_OPERATION(kIsLess, select(a[m] < b[m], one, zero));
  MURMUR_OPERATION(kIsAtMost, select(a[m] <= b[m], one, zero));
  MURMUR_OPERATION(kSelect, select(a[m] > zero, b[m], c[m]));
  MURMUR_OPERATION(kExponential, exponential(a[m]));
  MURMUR_OPERATION(kLogarithm, each_number(a[m], [](S x) { return natural_logarithm(x); }));
  MURMUR_OPERATION(kNoise, (noise_at<D>(keys.seed, i.number, a[m], b[m], c[m])));
  MURMUR_OPERATION(kAt, each_number(a[m], [&](S x) { return numbers[i.number + static_cast<int32_t>(x)]; }));
#undef MURMUR_OPERATION
  if constexpr (kOp == Op::kSine || kOp == Op::kCosine) {
    for (int m = 0; m < B; ++m) {
      T sine, cosine;
      sine_cosine(a[m], sine, cosine);
      to[m] = kOp == Op::kSine ? sine : cosine;
    }
  }
  if constexpr (kOp == Op::kRandom) {
    for (int m = 0; m < B; ++m) {
      if (kOneBoid && m > 0) {
        to[m] = to[0];
        continue;
      }
      auto random = numbers_of(keys.seed, Stream::kCustomRule, ids[m], keys.step);
      to[m] = T(random.uniform());
      MURMUR_UNROLL
      for (int k = 0; k < i.number; ++k) to[m] = T(random.uniform());
    }
  }
}

/// Runs all instructions of a program in order.
template <int D, int B, bool kOneBoid, Arithmetic T, class S>
MURMUR_OUTLINE void run_code(const View<Instruction>& code, const S* numbers, const CustomKeys& keys,
                             const IdsOf<T>* ids, T (*r)[B]) {
  for (const Instruction *at = code.data, *const end = at + code.size; at != end; ++at) {
    switch (at->op) {
#define MURMUR_CASE(op)                                                \
  case Op::op:                                                         \
    run_operation<Op::op, D, B, kOneBoid>(*at, numbers, keys, ids, r); \
    break
      MURMUR_CASE(kNumber);
      MURMUR_CASE(kAdd);
      MURMUR_CASE(kSubtract);
      MURMUR_CASE(kMultiply);
      MURMUR_CASE(kDivide);
      MURMUR_CASE(kFused);
      MURMUR_CASE(kSquareRoot);
      MURMUR_CASE(kMagnitude);
      MURMUR_CASE(kFloor);
      MURMUR_CASE(kLesser);
      MURMUR_CASE(kGreater);
      MURMUR_CASE(kIsLess);
      MURMUR_CASE(kIsAtMost);
      MURMUR_CASE(kSelect);
      MURMUR_CASE(kSine);
      MURMUR_CASE(kCosine);
      MURMUR_CASE(kExponential);
      MURMUR_CASE(kLogarithm);
      MURMUR_CASE(kRandom);
      MURMUR_CASE(kNoise);
      MURMUR_CASE(kAt);
#undef MURMUR_CASE
    }
  }
}
