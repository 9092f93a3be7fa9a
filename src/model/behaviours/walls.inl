// Walls push boids away, or let them look ahead; the nearest point of each wall counts. All walls act, in the order
// of the file. No boid passes a wall: model/walls/move.inl. Scalars only.

/// Adds the pushes of the walls near p to dv.
template <Arithmetic T, int D>
MURMUR_INLINE void add_walls(const Parameters<T, D>& q, const Vec<T, D>& p, const Vec<T, D>& v,
                             Vec<T, D>& dv) {
  const Walls<T, D>& walls = q.behaviours.walls;
  if (!walls.avoided) return;
  const NearFacets near = facets_near(walls, p);
  uint32_t k = near.begin;
  while (k < near.end) {
    const uint32_t wall = walls.wall_of.data[walls.near.data[k].facet()];
    const WallRules<T>& rules = walls.rules.data[wall];
    const bool looks = rules.avoid == Avoid::kLookAhead;
    const Vec<T, D> ahead = p + v * rules.look_ahead;
    const T radius_squared = rules.radius * rules.radius;
    Vec<T, D> nearest{};
    T least = std::numeric_limits<T>::max();
    bool acts = false;
    for (; k < near.end; ++k) {
      const NearFacet entry = walls.near.data[k];
      if (walls.wall_of.data[entry.facet()] != wall) break;
      if (rules.avoid == Avoid::kNone) continue;
      const Facet<T, D>& facet = walls.facets.data[entry.facet()];
      const Vec<T, D> shift = shift_of_image(walls, entry.image());
      const Vec<T, D> there = to_nearest(facet, shift, p);
      const T square = dot(there, there);
      if (square < least) {
        least = square;
        nearest = there;
      }
      if (looks && !acts) {
        const Vec<T, D> from_ahead = to_nearest(facet, shift, ahead);
        acts = dot(from_ahead, from_ahead) < radius_squared || may_meet(facet, p - shift, ahead - shift);
      }
    }
    if (looks ? acts : least < radius_squared) {
      const Vec<T, D> away = nearest * T(-1);
      push_away(true, away, rules.strength, dv);
    }
  }
}

/// Moves a boid from `from` to p, and stops it at walls, solid obstacles and the border. Walls are applied last, so that
/// no other effect moves a boid through them.
template <Arithmetic T, int D>
MURMUR_INLINE void move_among_obstacles(const Parameters<T, D>& q, const World<T, D>& world,
                                        const Vec<T, D>& from, const Vec<T, D>& way, Vec<T, D>& p,
                                        Vec<T, D>& v) {
  const Walls<T, D>& walls = q.behaviours.walls;
  move_among_walls(world, walls, from, p, v);
  if (!q.behaviours.solid) return;
  const Vec<T, D> moved = p;
  keep_outside(q, way, p, v);
  if (!is_free(walls, moved, p)) p = from;
}

/// Perching among walls: a boid sits down only if no wall is between it and the ground.
template <Arithmetic T, int D>
MURMUR_INLINE void sit_down_among_walls(const Parameters<T, D>& q, const T& height, Vec<T, D>& p,
                                        Vec<T, D>& v) {
  Vec<T, D> seat = p, rest = v;
  sit_down(q, height, seat, rest);
  if (!is_free(q.behaviours.walls, p, seat)) return;
  p = seat;
  v = rest;
}
