// Obstacles: circles or spheres. `push` acts inside them (the chapter's exercise); `look-ahead` on boids that will
// be in one five moves ahead (the article), away from the first such obstacle only. Summed in index order.
#pragma once

#include "model/behaviours/displacement.h"

namespace murmur {

template <class T, int D>
MURMUR_HD void add_obstacles(const Parameters<T, D>& q, const Vec<T, D>& p, const Vec<T, D>& v, Vec<T, D>& dv) {
  const View<Obstacle<T, D>>& obstacles = q.behaviours.obstacles;
  if (obstacles.size == 0) return;
  const Vec<T, D> ahead = p + v * T(5);
  bool evaded = false;
  for (int64_t k = 0; k < obstacles.size; ++k) {
    const Obstacle<T, D>& obstacle = obstacles.data[k];
    if (obstacle.avoid == Avoid::kPush) {
      flee(q.world, obstacle.at, obstacle.radius_squared, obstacle.strength, p, dv);
    } else if (!evaded) {
      const Vec<T, D> there = displacement(q.world, obstacle.at, ahead);
      if (dot(there, there) < obstacle.radius_squared) {
        dv = dv + unit(displacement(q.world, obstacle.at, p)) * q.rules.max_speed;
        evaded = true;
      }
    }
  }
}

}  // namespace murmur
