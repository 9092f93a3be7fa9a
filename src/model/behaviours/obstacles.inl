// Obstacles: circles or spheres. `push` acts on boids inside (an exercise of the book). `look-ahead` acts on boids
// that would be inside after some moves (the article: five), and only for the first such obstacle. Summed in index
// order. A solid obstacle additionally lets no boid in.

template <Arithmetic T, int D, class S>
MURMUR_INLINE void add_obstacles(const Parameters<S, D>& q, const Vec<T, D>& p, const Vec<T, D>& v,
                                 Vec<T, D>& dv) {
  const auto& obstacles = q.behaviours.obstacles;
  if (obstacles.size == 0) return;
  auto straight = p[0] <= p[0];  // true while the boid does not avoid an obstacle
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

/// Ends a move that passes through a circle or sphere at its rim, if the move is longer than the radius. `away`: from
/// the centre to p, the end of the move; `way`: the move, shortened accordingly.
template <Arithmetic T, int D, class S>
MURMUR_INLINE void stop_at_rim(S radius, Vec<T, D>& away, Vec<T, D>& way, Vec<T, D>& p, Vec<T, D>& v) {
  const T length = dot(way, way), square = T(radius * radius);
  const auto is_long = length > square;
  if (!any(is_long)) return;
  const Vec<T, D> before = away - way;
  const T along = dot(before, way) + T(0), rest = dot(before, before) - square;
  const T root = along * along - length * rest;  // discriminant; above 0: the line meets the circle
  const auto meets = both(both(is_long, both(rest > T(0), dot(away, away) >= square)),
                          both(both(along<T(0), along + length> T(0)), root > T(0)));
  if (!any(meets)) return;
  const T share = select(meets, (T(0) - along - square_root(select(meets, root, T(0)))) / length, T(1));
  const Vec<T, D> rim = before + way * share;
  const T speed = dot(v, rim) + T(0), inwards = select(speed < T(0), speed, T(0)) / square;
  for (int k = 0; k < D; ++k) {
    p[k] = select(meets, p[k] - (away[k] - rim[k]), p[k]);
    v[k] = select(meets, v[k] - rim[k] * inwards, v[k]);
    away[k] = select(meets, rim[k], away[k]);
    way[k] = select(meets, way[k] * share, way[k]);
  }
}

/// Keeps a boid out of solid obstacles after the move `way`: moves it to the rim, without the part of its velocity
/// that points inwards. Call after the move. A boid at the exact centre leaves along the first axis.
template <Arithmetic T, int D, class S>
MURMUR_INLINE void keep_outside(const Parameters<S, D>& q, Vec<T, D> way, Vec<T, D>& p, Vec<T, D>& v) {
  if (!q.behaviours.solid) return;
  const auto& obstacles = q.behaviours.obstacles;
  for (int64_t k = 0; k < obstacles.size; ++k) {
    const auto& obstacle = obstacles.data[k];
    if (!obstacle.solid) continue;
    Vec<T, D> away = displacement(q.world, splat<T>(obstacle.at), p);
    stop_at_rim(obstacle.radius, away, way, p, v);
    const T square = dot(away, away);
    const auto inside = square < T(obstacle.radius * obstacle.radius);
    if (!any(inside)) continue;
    const T length = square_root(square);
    Vec<T, D> normal;
    for (int axis = 0; axis < D; ++axis)
      normal[axis] = select(square > T(0), away[axis] / length, T(axis == 0 ? 1 : 0));
    // The + 0 prevents -0, on which nvcc's minimum of `along` and 0 and the comparison would differ.
    const T along = dot(v, normal) + T(0), inwards = select(along < T(0), along, T(0));
    const T missing = T(obstacle.radius) - length;
    for (int axis = 0; axis < D; ++axis) {
      p[axis] = select(inside, p[axis] + normal[axis] * missing, p[axis]);
      v[axis] = select(inside, v[axis] - normal[axis] * inwards, v[axis]);
    }
  }
  apply_boundary(q.world, p, v);  // the rim may be beyond the border
}
