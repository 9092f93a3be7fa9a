// Computes the new state of a block from its sums: steering, behaviours and integration, for all kinds of sums. A
// file of its own, so that a change of a behaviour does not recompile the sums of all lanes. load_bodies/store_bodies
// of the including file move a block between memory and T.

/// Loads vectors of the boids of a block into lanes, one boid in each lane, or stores them back.
template <class T, int D>
MURMUR_INLINE void load_vectors(const Vec<float, D>* from, uint32_t boids, Vec<T, D>& to) {
  Body<float, D> bodies[kLanesOf<T>] = {};  // load_bodies() takes bodies only
  for (uint32_t i = 0; i < boids; ++i) bodies[i].p = from[i];
  Vec<T, D> unused;
  load_bodies(bodies, to, unused);
}
template <class T, int D>
MURMUR_INLINE void store_vectors(const Vec<T, D>& from, Vec<float, D>* to, uint32_t boids) {
  Body<float, D> bodies[kLanesOf<T>];
  store_bodies(from, from, bodies, boids);
  for (uint32_t i = 0; i < boids; ++i) to[i] = bodies[i].p;
}

/// The traits (weights and limits) of the boids of a block.
template <class T, int D>
MURMUR_INLINE Traits<T> traits_of_block(const RowUpdateArguments<D>& u, uint32_t first, uint32_t last) {
  const Rules<float>& rules = u.parameters->rules;
  if constexpr (kLanesOf<T> == 1) {
    return traits_of(rules, u.columns, first);
  } else {
    Traits<T> own;
    if (rules.has_species()) {
      look_up_traits(u, first, last, own);
    } else {
      each_trait([](T& lanes, float number) { lanes = T(number); }, own, rules);
    }
    return own;
  }
}

/// Change of velocity by the rules; also updates vectors that boids keep.
template <class T, int D>
MURMUR_INLINE Vec<T, D> steer_block(const RowUpdateArguments<D>& u, const Traits<T>& own,
                                    const NeighbourSum<T, D>& sum, const Vec<T, D>& v, uint32_t first,
                                    uint32_t last, bool& finite) {
  if (!u.carried) return steer_by_rules(u.parameters->rules, own, sum, v, Columns<D, T, PointerTo>{});
  const Columns<D, float, PointerTo> block = columns_at(u.columns, first);
  Columns<D, T, ValueOf> lanes;
  Columns<D, T, PointerTo> kept{};
  const auto each_vector = [&](const auto& visit) {
    each_column(
        [&](const ColumnInfo&, auto* in_memory, auto& in_lanes, auto*& pointer) {
          if constexpr (std::is_same_v<decltype(in_memory), Vec<float, D>*>) {
            if (in_memory) visit(in_memory, in_lanes, pointer);
          }
        },
        block, lanes, kept);
  };
  each_vector([&](auto* in_memory, auto& in_lanes, auto*& pointer) {
    load_vectors(in_memory, last - first, in_lanes);
    pointer = &in_lanes;
  });
  const Vec<T, D> dv = steer_by_rules(u.parameters->rules, own, sum, v, kept);
  each_vector([&](auto* in_memory, const auto& in_lanes, auto*&) {
    store_vectors(in_lanes, in_memory, last - first);
    finite = finite && all_finite(in_lanes, in_lanes);
  });
  return dv;
}

/// Stores the species of the boids of a block after the step.
template <class T, int D>
void catch_block(const RowUpdateArguments<D>& u, const NeighbourSum<T, D>& sum, uint32_t first,
                 uint32_t last) {
  const NumbersOf<T> catchers(sum.catchers);
  for (uint32_t i = first; i < last; ++i) {
    u.caught[i] =
        species_after(traits_of(u.parameters->rules, u.columns, i), catchers.at[i - first], u.columns, i);
  }
}

/// Whether a boid of the block may touch a wall or be pushed by one. Other boids move as without walls, in lanes: no
/// wall is near, and a step is no longer than the distance at which a wall counts as near.
template <class T, int D>
bool near_walls(const RowUpdateArguments<D>& u, uint32_t first, uint32_t last) {
  const Parameters<float, D>& q = *u.parameters;
  const Walls<float, D>& walls = q.behaviours.walls;
  if (kLanesOf<T> == 1 || !walls.act()) return false;
  // An event may have set a velocity above the limit; an obstacle may move a boid.
  if (q.behaviours.moves_with_old || q.behaviours.solid) return true;
  const float step = 1.001f * q.rules.time_step;
  if (!(q.rules.max_speed * step <= walls.part)) return true;
  for (int64_t k = 0; k < q.rules.species.size; ++k)
    if (!(q.rules.species.data[k].max_speed * step <= walls.part)) return true;
  const bool crosses = q.world.boundary == Boundary::kWrap || q.world.boundary == Boundary::kTile;
  for (uint32_t i = first; i < last; ++i) {
    const Vec<float, D>& p = u.sorted[i].p;
    for (int k = 0; k < D && crosses; ++k)  // walls near the end of the move count too
      if (!(p[k] > walls.part && p[k] < q.world.size[k] - walls.part)) return true;
    const NearFacets near = facets_near(walls, p);
    if (near.begin < near.end) return true;
  }
  return false;
}

template <class T, int D>
__attribute__((noinline)) void finish_block(const RowUpdateArguments<D>& u, const NeighbourSum<T, D>& sum,
                                            Vec<T, D> p, Vec<T, D> v, uint32_t first, uint32_t last) {
  const Parameters<float, D>& q = *u.parameters;
  const Traits<T> own = traits_of_block<T>(u, first, last);
  bool finite = true;
  const Vec<T, D> dv = steer_block(u, own, sum, v, first, last, finite);
  if (q.rules.catches) catch_block(u, sum, first, last);
  bool done = false;
  if (!q.behaviours.any) {
    advance_plain(q, own, dv, p, v);
    done = true;
  } else if (!q.behaviours.needs_scalar_path && !near_walls<T>(u, first, last)) {
    uint32_t ids[kLanesOf<T>] = {};
    const Columns<D, T, PointerTo> unused{};  // lanes do not support paths
    for (uint32_t i = first; i < last; ++i) ids[i - first] = u.ids[i];
    const CustomRows<float> custom_rows = u.custom_rows.from(first);
    if constexpr (kLanesOf<T> == 1) {
      done = advance(q, own, ids[0], sum.count, dv, p, v, unused, custom_rows);
    } else {
      done = advance(q, own, ids, sum.count, dv, p, v, unused, custom_rows);
    }
  }
  if (done) {
    store_bodies(p, v, u.next + first, last - first);
    if (!finite || !all_finite(p, v)) report_faults(u, first, last);
  } else {
    // Advances one boid at a time; sums and steering, most of the work, ran in lanes.
    Body<float, D> steering[kLanesOf<T>];
    store_bodies(dv, dv, steering, last - first);
    const NumbersOf<T> counts(sum.count);
    for (uint32_t i = first; i < last; ++i) {
      Body<float, D> body = u.sorted[i];
      advance(q, traits_of(q.rules, u.columns, i), u.ids[i], counts.at[i - first], steering[i - first].p,
              body.p, body.v, columns_at(u.columns, i), u.custom_rows.from(i));
      u.next[i] = body;
    }
    report_faults(u, first, last);
  }
}
