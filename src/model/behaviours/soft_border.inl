// Soft border (Parker's bound_position): pushes boids within `margin` of the border, or outside it, back.

template <Arithmetic T, int D, class S>
MURMUR_INLINE void add_soft_border(const World<S, D>& world, const Vec<T, D>& p, Vec<T, D>& dv) {
  if (world.boundary != Boundary::kSoft) return;
  for (int k = 0; k < D; ++k) {
    dv[k] = select(p[k] < T(world.margin), dv[k] + T(world.push), dv[k]);
    dv[k] = select(p[k] > T(world.size[k] - world.margin), dv[k] - T(world.push), dv[k]);
  }
}
