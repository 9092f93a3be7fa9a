// Written over the arithmetic type T; included by base/functions.h for scalars and once per instruction set
// (sim/backends/cpu/lanes_step.cpp).

/// sin(x) and cos(x) for |x| up to 1000, with an absolute error below 2e-7 in float and 2e-13 in double.
template <Arithmetic T>
MURMUR_INLINE void sine_cosine(const T& x, T& sine, T& cosine) {
  constexpr double kQuarter = 1.5707963267948966;  // pi / 2
  using S = ScalarOf<T>;
  constexpr S high = static_cast<S>(kQuarter);
  constexpr S low = static_cast<S>(kQuarter - static_cast<double>(high) + 6.123233995736766e-17);
  const T quarters = round_down(fused(x, T(static_cast<S>(1.0 / kQuarter)), T(S(0.5))));
  const T r = fused(T(S(0)) - quarters, T(low), fused(T(S(0)) - quarters, T(high), x));  // |r| <= pi / 4
  const T square = r * r;
  constexpr double kSine[] = {-1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6};
  constexpr double kCosine[] = {1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320, -1.0 / 720, 1.0 / 24, -0.5};
  T s = T(static_cast<S>(1.0 / 6227020800)), c = T(static_cast<S>(-1.0 / 87178291200));
  for (const double term : kSine) s = fused(s, square, T(static_cast<S>(term)));
  for (const double term : kCosine) c = fused(c, square, T(static_cast<S>(term)));
  s = fused(s * square, r, r);
  c = fused(c, square, T(S(1)));
  // Quadrants are 0 to 3: 1 and 3 exchange both, 2 and 3 negate the sine, 1 and 2 the cosine.
  const T quadrant = quarters - T(S(4)) * round_down(quarters * T(S(0.25)));
  const auto after_0 = quadrant > T(S(0.5)), after_1 = quadrant > T(S(1.5)), after_2 = quadrant > T(S(2.5));
  const T near_sine = select(after_2, c, select(after_1, s, select(after_0, c, s)));
  const T near_cosine = select(after_2, s, select(after_1, c, select(after_0, s, c)));
  sine = select(after_1, T(S(0)) - near_sine, near_sine);
  cosine = select(after_2, near_cosine, select(after_0, T(S(0)) - near_cosine, near_cosine));
}
