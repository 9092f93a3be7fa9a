// Obstacles: circles or spheres. `push` acts on boids inside (an exercise of the book). `look-ahead` acts on
// boids that will be inside after some moves (the article: five), only for the first such obstacle. Summed in
// index order. A solid obstacle, whatever it does otherwise, lets nothing in.

template <Own T, int D, class S>
MURMUR_INLINE void add_obstacles(const Parameters<S, D>& q, const Vec<T, D>& p, const Vec<T, D>& v,
                                 Vec<T, D>& dv) {
  const auto& obstacles = q.behaviours.obstacles;
  if (obstacles.size == 0) return;
  auto straight = p[0] <= p[0];  // true: does not avoid an obstacle yet
  for (int64_t k = 0; k < obstacles.size; ++k) {
    const auto& obstacle = obstacles.data[k];
    if (obstacle.avoid == Avoid::kPush) {
      flee(q.world, obstacle.at, obstacle.radius, obstacle.strength, p, dv);
    } else if (obstacle.avoid == Avoid::kLookAhead) {
      const Vec<T, D> ahead = p + v * T(obstacle.look_ahead), at = splat<T>(obstacle.at);
      const Vec<T, D> there = displacement(q.world, at, ahead);
      const T square = dot(there, there), radius_squared = T(obstacle.radius * obstacle.radius);
      const auto evades = both(straight, square < radius_squared);
      if (!any(evades)) continue;
      push_away(evades, displacement(q.world, at, p), q.rules.max_speed, dv);
      straight = both(straight, square >= radius_squared);
    }
  }
}

/// After the move: what is inside a solid obstacle is put on its rim, without the part of its velocity that
/// points inwards. From the very centre it leaves along the first axis.
template <Own T, int D, class S>
MURMUR_INLINE void keep_outside(const Parameters<S, D>& q, Vec<T, D>& p, Vec<T, D>& v) {
  if (!q.behaviours.solid) return;
  const auto& obstacles = q.behaviours.obstacles;
  for (int64_t k = 0; k < obstacles.size; ++k) {
    const auto& obstacle = obstacles.data[k];
    if (!obstacle.solid) continue;
    const Vec<T, D> away = displacement(q.world, splat<T>(obstacle.at), p);
    const T square = dot(away, away);
    const auto inside = square < T(obstacle.radius * obstacle.radius);
    if (!any(inside)) continue;
    const T length = square_root(square);
    Vec<T, D> normal;
    for (int axis = 0; axis < D; ++axis)
      normal[axis] = select(square > T(0), away[axis] / length, T(axis == 0 ? 1 : 0));
    // + 0: never -0, which nvcc's minimum of `along` and 0 would give and the comparison would not.
    const T along = dot(v, normal) + T(0), inwards = select(along < T(0), along, T(0));
    const T missing = T(obstacle.radius) - length;
    for (int axis = 0; axis < D; ++axis) {
      p[axis] = select(inside, p[axis] + normal[axis] * missing, p[axis]);
      v[axis] = select(inside, v[axis] - normal[axis] * inwards, v[axis]);
    }
  }
  apply_boundary(q.world, p, v);  // a rim may reach across the border
}
