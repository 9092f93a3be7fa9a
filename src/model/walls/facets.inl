// Tests of points and straight moves against one facet. Signs are certain or 0: a sign is that of the exact number if
// the error bounds of Shewchuk (Adaptive precision floating-point arithmetic and fast robust geometric predicates,
// 1997) guarantee it. Scalars only.

/// The sign of `number`, or 0 where its error may be larger. `sum`: sum of the magnitudes of its products;
/// `roundings`: error in half units in the last place of `sum`.
template <Arithmetic T>
MURMUR_INLINE int certain_sign(T number, T sum, T roundings) {
  constexpr T kHalfUnit = std::numeric_limits<T>::epsilon() / T(2);
  constexpr T kUnderflow = std::numeric_limits<T>::min() * T(64);
  const T error = sum * (roundings * kHalfUnit) + kUnderflow;
  return number > error ? 1 : (number < -error ? -1 : 0);
}

/// The side of the line through a and b on which point c is.
template <Arithmetic T>
MURMUR_INLINE int side_of(const Vec<T, 2>& a, const Vec<T, 2>& b, const Vec<T, 2>& c) {
  const T left = (a[0] - c[0]) * (b[1] - c[1]), right = (a[1] - c[1]) * (b[0] - c[0]);
  return certain_sign(left - right, magnitude(left) + magnitude(right), T(4));
}

/// The side of the plane through a, b and c on which point d is.
template <Arithmetic T>
MURMUR_INLINE int side_of(const Vec<T, 3>& a, const Vec<T, 3>& b, const Vec<T, 3>& c, const Vec<T, 3>& d) {
  const Vec<T, 3> x = a - d, y = b - d, z = c - d;
  const T yz = y[0] * z[1], zy = z[0] * y[1], zx = z[0] * x[1], xz = x[0] * z[1], xy = x[0] * y[1],
          yx = y[0] * x[1];
  const T number = x[2] * (yz - zy) + y[2] * (zx - xz) + z[2] * (xy - yx);
  const T sum = (magnitude(yz) + magnitude(zy)) * magnitude(x[2]) +
                (magnitude(zx) + magnitude(xz)) * magnitude(y[2]) +
                (magnitude(xy) + magnitude(yx)) * magnitude(z[2]);
  return certain_sign(number, sum, T(8));
}

template <Arithmetic T>
MURMUR_INLINE int side_of_facet(const Facet<T, 2>& facet, const Vec<T, 2>& p) {
  return side_of(facet.corner[0], facet.corner[1], p);
}
template <Arithmetic T>
MURMUR_INLINE int side_of_facet(const Facet<T, 3>& facet, const Vec<T, 3>& p) {
  return side_of(facet.corner[0], facet.corner[1], facet.corner[2], p);
}

/// Whether the bounding boxes of p and q, and of the facet, are disjoint. Exact.
template <Arithmetic T, int D>
MURMUR_INLINE bool boxes_apart(const Facet<T, D>& facet, const Vec<T, D>& p, const Vec<T, D>& q) {
  for (int k = 0; k < D; ++k) {
    T low = facet.corner[0][k], high = low;
    for (int c = 1; c < D; ++c) {
      low = facet.corner[c][k] < low ? facet.corner[c][k] : low;
      high = facet.corner[c][k] > high ? facet.corner[c][k] : high;
    }
    if ((p[k] < low && q[k] < low) || (p[k] > high && q[k] > high)) return true;
  }
  return false;
}

/// Whether p and q are certainly beyond one edge of the triangle, seen along the axis closest to its normal.
template <Arithmetic T>
MURMUR_INLINE bool beyond_edge(const Facet<T, 3>& facet, const Vec<T, 3>& p, const Vec<T, 3>& q) {
  const T x = magnitude(facet.normal[0]), y = magnitude(facet.normal[1]), z = magnitude(facet.normal[2]);
  const int axis = x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
  const int first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
  const auto seen = [&](const Vec<T, 3>& at) { return Vec<T, 2>{{at[first], at[second]}}; };
  const Vec<T, 2> corner[3] = {seen(facet.corner[0]), seen(facet.corner[1]), seen(facet.corner[2])};
  const int inside = side_of(corner[0], corner[1], corner[2]);
  for (int c = 0; c < 3; ++c) {
    const Vec<T, 2>&from = corner[c], &to = corner[c == 2 ? 0 : c + 1];
    if (inside * side_of(from, to, seen(p)) < 0 && inside * side_of(from, to, seen(q)) < 0) return true;
  }
  return false;
}

/// Whether p may be on the facet. False: p is certainly not on it.
template <Arithmetic T, int D>
MURMUR_INLINE bool may_touch(const Facet<T, D>& facet, const Vec<T, D>& p) {
  if (boxes_apart(facet, p, p) || side_of_facet(facet, p) != 0) return false;
  if constexpr (D == 3) return !beyond_edge(facet, p, p);
  return true;
}

/// Whether the straight move from p to q may meet the facet. False: it certainly does not.
template <Arithmetic T, int D>
MURMUR_INLINE bool may_meet(const Facet<T, D>& facet, const Vec<T, D>& p, const Vec<T, D>& q) {
  if (boxes_apart(facet, p, q)) return false;
  if (side_of_facet(facet, p) * side_of_facet(facet, q) > 0) return false;
  if constexpr (D == 2) {
    return side_of(p, q, facet.corner[0]) * side_of(p, q, facet.corner[1]) <= 0;
  } else {
    bool left = false, right = false;
    for (int c = 0; c < 3; ++c) {
      const int side = side_of(p, q, facet.corner[c], facet.corner[c == 2 ? 0 : c + 1]);
      left = left || side > 0;
      right = right || side < 0;
    }
    return !(left && right) && !beyond_edge(facet, p, q);
  }
}

/// The displacement from p to the nearest point of the facet, whose corners are shifted by `shift`.
template <Arithmetic T>
MURMUR_INLINE Vec<T, 2> to_nearest(const Facet<T, 2>& facet, const Vec<T, 2>& shift, const Vec<T, 2>& p) {
  const Vec<T, 2> a = (facet.corner[0] + shift) - p, b = (facet.corner[1] + shift) - p, along = b - a;
  const T length = dot(along, along), way = T(0) - dot(a, along);
  if (!(way > T(0))) return a;
  if (way >= length) return b;
  return a + along * (way / length);
}
/// Nearest point of a triangle, by the regions around its corners, edges and face: Ericson, Real-Time Collision
/// Detection, 2005, 5.1.5.
template <Arithmetic T>
MURMUR_INLINE Vec<T, 3> to_nearest(const Facet<T, 3>& facet, const Vec<T, 3>& shift, const Vec<T, 3>& p) {
  const Vec<T, 3> a = (facet.corner[0] + shift) - p, b = (facet.corner[1] + shift) - p,
                  c = (facet.corner[2] + shift) - p;
  const Vec<T, 3> ab = b - a, ac = c - a;
  const T d1 = T(0) - dot(ab, a), d2 = T(0) - dot(ac, a);
  if (d1 <= T(0) && d2 <= T(0)) return a;
  const T d3 = T(0) - dot(ab, b), d4 = T(0) - dot(ac, b);
  if (d3 >= T(0) && d4 <= d3) return b;
  const T vc = d1 * d4 - d3 * d2;
  if (vc <= T(0) && d1 >= T(0) && d3 <= T(0)) return a + ab * (d1 / (d1 - d3));
  const T d5 = T(0) - dot(ab, c), d6 = T(0) - dot(ac, c);
  if (d6 >= T(0) && d5 <= d6) return c;
  const T vb = d5 * d2 - d1 * d6;
  if (vb <= T(0) && d2 >= T(0) && d6 <= T(0)) return a + ac * (d2 / (d2 - d6));
  const T va = d3 * d6 - d5 * d4;
  if (va <= T(0) && d4 - d3 >= T(0) && d5 - d6 >= T(0))
    return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
  const T all = T(1) / ((va + vb) + vc);
  return (a + ab * (vb * all)) + ac * (vc * all);
}

/// The facets near p: all within Walls::part of p and, on every axis, within reach of their wall.
template <Arithmetic T, int D>
MURMUR_INLINE NearFacets facets_near(const Walls<T, D>& walls, const Vec<T, D>& p) {
  int64_t cell = 0;
  for (int k = D - 1; k >= 0; --k) {
    if (!(p[k] >= walls.low[k] && p[k] < walls.high[k])) return {};
    const int32_t at = static_cast<int32_t>((p[k] - walls.low[k]) * walls.cells_per_length);
    cell = cell * walls.count[k] + (at < walls.count[k] ? at : walls.count[k] - 1);
  }
  return {walls.starts.data[cell], walls.starts.data[cell + 1]};
}

/// Shift of an image's corners relative to the facet itself.
template <Arithmetic T, int D>
MURMUR_INLINE Vec<T, D> shift_of_image(const Walls<T, D>& walls, uint32_t image) {
  Vec<T, D> shift;
  for (int axis = 2; axis >= 0; --axis, image /= 3)
    if (axis < D) shift[axis] = walls.world[axis] * static_cast<T>(static_cast<int32_t>(image % 3) - 1);
  return shift;
}

/// Whether a wall that blocks the view is between p and p + d.
template <Arithmetic T, int D>
MURMUR_INLINE bool hides(const Walls<T, D>& walls, const Vec<T, D>& p, const Vec<T, D>& d) {
  const NearFacets near = facets_near(walls, p);
  for (uint32_t k = near.begin; k < near.end; ++k) {
    const NearFacet entry = walls.near.data[k];
    if (!walls.rules.data[walls.wall_of.data[entry.facet()]].blocks_view) continue;
    const Vec<T, D> from = p - shift_of_image(walls, entry.image());
    if (may_meet(walls.facets.data[entry.facet()], from, from + d)) return true;
  }
  return false;
}
