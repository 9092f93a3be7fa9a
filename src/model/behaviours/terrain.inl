// Terrain: high ground slows boids, v * (1 - slowing height), slowing 0.01. Heights 0..100 come from an image (bilinear,
// stretched over the first two axes, clamped outside) or from one hill, height * (1 - (d / radius)^2).

template <Arithmetic T, int D, class S>
MURMUR_INLINE T hill_height(const Parameters<S, D>& q, const Vec<T, D>& p) {
  const auto& hill = q.behaviours.hill;
  // The distance is over the first two axes, in the world's metric like every displacement.
  Vec<T, D> top = p;
  top[0] = T(hill.at[0]);
  top[1] = T(hill.at[1]);
  const Vec<T, D> d = displacement(q.world, top, p);
  const T share = fused(d[0], d[0], d[1] * d[1]) / T(hill.radius * hill.radius);
  return select(share < T(1), T(hill.height) * (T(1) - share), T(0));
}

template <Arithmetic T, int D>
MURMUR_INLINE T image_height(const Parameters<T, D>& q, const Vec<T, D>& p) {
  const Behaviours<T, D>& b = q.behaviours;
  const auto place = [](T x, T scale, int32_t count, int32_t& index) {
    const T last = static_cast<T>(count - 1);
    T u = x * scale;
    u = u > T(0) ? (u < last ? u : last) : T(0);
    index = static_cast<int32_t>(u);
    if (index > count - 2) index = count > 1 ? count - 2 : 0;
    return u - static_cast<T>(index);
  };
  int32_t column, row;
  const T u = place(p[0], b.height_scale_x, b.height_columns, column);
  const T w = place(p[1], b.height_scale_y, b.height_rows, row);
  const int32_t right = b.height_columns > 1 ? 1 : 0, up = b.height_rows > 1 ? b.height_columns : 0;
  const T* at = b.heights.data + static_cast<int64_t>(row) * b.height_columns + column;
  const T low = fused(u, at[right] - at[0], at[0]);
  const T high = fused(u, at[up + right] - at[up], at[up]);
  return fused(w, high - low, low);
}

template <Arithmetic T, int D, class S>
MURMUR_INLINE void apply_terrain(const Parameters<S, D>& q, const Vec<T, D>& p, Vec<T, D>& v) {
  if (q.behaviours.hill.acts) v = v * (T(1) - T(q.behaviours.slowing) * hill_height(q, p));
  if constexpr (kLanesOf<T> == 1) {
    if (q.behaviours.heights.size > 0) v = v * (T(1) - q.behaviours.slowing * image_height(q, p));
  }
}
