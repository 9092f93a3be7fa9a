// Level flight: damps the last component of the velocity (StarDisplay: H. Hildenbrandt, C. Carere, C. K. Hemelrijk, Behavioral
// Ecology 21, 1349 (2010)).

template <Arithmetic T, int D, class S>
MURMUR_INLINE void add_level(const Parameters<S, D>& q, const Vec<T, D>& v, Vec<T, D>& dv) {
  const auto& level = q.behaviours.level;
  if (level.acts && level.rate > S(0)) dv[D - 1] = dv[D - 1] - T(level.rate) * v[D - 1];
}
