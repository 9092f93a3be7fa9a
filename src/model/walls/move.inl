// Moves among walls: no boid passes a wall. A move is a chain of straight parts, each short enough for one list of
// facets, and a boid is always at the end of a part that certainly meets no facet: where rounding leaves doubt, the
// part ends earlier, at worst where it began. So speed and thickness do not matter. A part that meets a facet ends
// just before it, and the rest of the move, and the velocity, lose the component towards the facet. After kMostSlides
// such events the move ends. Scalars only.

/// The axis of the first border that the path from `at` to `target` crosses, in a world whose borders wrap or bounce
/// boids; D: none. `there`: the point on the border, otherwise `target`.
template <Arithmetic T, int D>
MURMUR_INLINE int border_on_way(const World<T, D>& world, const Vec<T, D>& at, const Vec<T, D>& target,
                                Vec<T, D>& there) {
  there = target;
  if (world.boundary != Boundary::kWrap && world.boundary != Boundary::kBounce) return D;
  int axis = D;
  T least = T(2);
  for (int k = 0; k < D; ++k) {
    const bool below = target[k] < T(0);
    const bool above =
        world.boundary == Boundary::kWrap ? target[k] >= world.size[k] : target[k] > world.size[k];
    if (!below && !above) continue;
    const T border = below ? T(0) : world.size[k], way = target[k] - at[k];
    T share = magnitude(way) > T(0) ? (border - at[k]) / way : T(0);
    share = share > T(0) ? (share < T(1) ? share : T(1)) : T(0);
    if (share < least) {
      least = share;
      axis = k;
    }
  }
  if (axis == D) return D;
  for (int k = 0; k < D; ++k) {
    const T x = at[k] + (target[k] - at[k]) * least;
    there[k] = x > T(0) ? (x < world.size[k] ? x : world.size[k]) : T(0);
  }
  there[axis] = target[axis] < T(0) ? T(0) : world.size[axis];
  return axis;
}

/// Whether a coordinate is possible after the boundary was applied.
template <Arithmetic T, int D>
MURMUR_INLINE bool inside_border(const World<T, D>& world, const Vec<T, D>& p) {
  bool inside = true;
  for (int k = 0; k < D && world.boundary == Boundary::kWrap; ++k) inside = inside && p[k] < world.size[k];
  return inside;
}

/// Whether the straight path from p to q touches no cell and no border.
template <Arithmetic T, int D>
MURMUR_INLINE bool passes_no_cell(const World<T, D>& world, const Walls<T, D>& walls, const Vec<T, D>& p,
                                  const Vec<T, D>& q) {
  bool apart = false, inside = true;
  for (int k = 0; k < D; ++k) {
    apart = apart || (p[k] < walls.low[k] && q[k] < walls.low[k]) ||
            (p[k] >= walls.high[k] && q[k] >= walls.high[k]);
    inside = inside && q[k] >= T(0) && q[k] < world.size[k];
  }
  return apart && (inside || world.boundary == Boundary::kSoft || world.boundary == Boundary::kOpen);
}

/// Moves a boid from `from` towards p, its position after the move but before the boundary, and applies the boundary
/// on the way. p and v become position and velocity after the move.
template <Arithmetic T, int D>
MURMUR_INLINE void move_among_walls(const World<T, D>& world, const Walls<T, D>& walls, const Vec<T, D>& from,
                                    Vec<T, D>& p, Vec<T, D>& v) {
  Vec<T, D> end = p, end_v = v;  // end of a move that meets no facet
  apply_boundary(world, end, end_v);
  if (!all_finite(p, v) || passes_no_cell(world, walls, from, p)) {
    p = end;
    v = end_v;
    return;
  }
  WallMove<T, D> move{from, p, v};
  Vec<T, D> safe = from;  // last position inside the world
  for (int parts = 0; parts < kMostParts && move.slides <= kMostSlides; ++parts) {
    Vec<T, D> next;
    const int axis = border_on_way(world, move.at, move.target, next);
    const bool last = axis == D, free = move.slides == 0;
    const bool moves_on = world.boundary == Boundary::kTile;  // `end` may be many worlds away
    if (last && free && !moves_on) next = end;                // differs from `next` only by rounding
    const bool reached = take_part(walls, move, next);
    if (inside_border(world, move.at)) safe = move.at;
    if (!reached) continue;
    if (last) {
      p = free ? end : move.at;
      v = free ? end_v : move.v;
      if (!free) apply_boundary(world, p, v);
      if (moves_on && on_wall(walls, p)) p = from;
      return;
    }
    const bool below = move.target[axis] < T(0);
    const T size = world.size[axis];
    if (world.boundary == Boundary::kBounce) {
      move.target[axis] = below ? T(0) - move.target[axis] : (size - move.target[axis]) + size;
      move.v[axis] = T(0) - move.v[axis];
      continue;
    }
    Vec<T, D> beyond = move.at;
    beyond[axis] = below ? size : T(0);
    if (on_wall(walls, beyond)) {  // a wall along the border, reached from its other side
      Stop<T, D> stop{T(0), walls.skin, {}};
      stop.away[axis] = T(below ? 1 : -1);
      move.slide(stop, safe, walls.skin);
      continue;
    }
    move.at = beyond;
    move.target[axis] = below ? move.target[axis] + size : move.target[axis] - size;
  }
  p = safe;
  v = move.v;
  apply_boundary(world, p, v);
}
