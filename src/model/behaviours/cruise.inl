// Speed control, along the velocity: linear, (speed - |v|) rate (H. Hildenbrandt, C. Carere, C. K. Hemelrijk, Behavioral
// Ecology 21, 1349 (2010)), or marginal, |v| (1 - |v|^2 / speed^2)^3 rate, which is weak near the speed, so that fluctuations of
// the speed reach far through a flock (A. Cavagna et al., Nature Communications 13, 2315 (2022)).

template <Arithmetic T, int D, class S>
MURMUR_INLINE void add_cruise(const Parameters<S, D>& q, const Traits<T>& own, const Vec<T, D>& v,
                              Vec<T, D>& dv) {
  const auto& cruise = q.behaviours.cruise;
  if (!cruise.acts) return;
  const T square = dot(v, v);
  if (cruise.control == SpeedControl::kMarginal) {
    const T lacking = T(S(1)) - square / (own.cruise_speed * own.cruise_speed);
    dv = dv + v * (T(cruise.rate) * (lacking * lacking * lacking));
  } else {
    dv = dv + unit(v) * (T(cruise.rate) * (own.cruise_speed - square_root(square)));
  }
}
