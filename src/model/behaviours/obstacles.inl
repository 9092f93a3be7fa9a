// Obstacles: circles or spheres. `push` acts on boids inside (an exercise of the book). `look-ahead` acts on
// boids that will be inside after five moves (the article), only for the first such obstacle. Summed in index
// order.

template <Own T, int D, class S>
MURMUR_INLINE void add_obstacles(const Parameters<S, D>& q, const Vec<T, D>& p, const Vec<T, D>& v,
                                 Vec<T, D>& dv) {
  const View<Obstacle<S, D>>& obstacles = q.behaviours.obstacles;
  if (obstacles.size == 0) return;
  const Vec<T, D> ahead = p + v * T(5);
  auto straight = p[0] <= p[0];  // true: does not avoid an obstacle yet
  for (int64_t k = 0; k < obstacles.size; ++k) {
    const Obstacle<S, D>& obstacle = obstacles.data[k];
    if (obstacle.avoid == Avoid::kPush) {
      flee(q.world, obstacle.at, obstacle.radius_squared, obstacle.strength, p, dv);
    } else {
      const Vec<T, D> at = splat<T>(obstacle.at);
      const Vec<T, D> there = displacement(q.world, at, ahead);
      const T square = dot(there, there), radius_squared = T(obstacle.radius_squared);
      const auto evades = both(straight, square < radius_squared);
      if (!any(evades)) continue;
      push_away(evades, displacement(q.world, at, p), q.rules.max_speed, dv);
      straight = both(straight, square >= radius_squared);
    }
  }
}
