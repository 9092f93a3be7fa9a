// Computes the new state of a block from its sums: steering, behaviours and integration, once for all kinds of sums. Apart
// from update_row.inl, so that a change of a behaviour does not compile the sums of all lanes again.
// load_bodies/store_bodies of the including file move a block between memory and T.

/// Delta v of the rules, by way of the alignments of the block where these have inertia.
template <class T, int D>
MURMUR_INLINE Vec<T, D> steer_block(const RowUpdateArguments<D>& u, const NeighbourSum<T, D>& sum,
                                    const Vec<T, D>& v, uint32_t first, uint32_t last) {
  if (u.alignments == nullptr) return steer_by_rules(u.parameters->rules, sum, v);
  Body<float, D> bodies[kLanesOf<T>] = {};  // the way into lanes and back
  for (uint32_t i = first; i < last; ++i) bodies[i - first].p = u.alignments[i];
  Vec<T, D> alignment, unused;
  load_bodies(bodies, alignment, unused);
  const Vec<T, D> dv = steer_by_rules(u.parameters->rules, sum, v, &alignment);
  store_bodies(alignment, unused, bodies, last - first);
  for (uint32_t i = first; i < last; ++i) u.alignments[i] = bodies[i - first].p;
  return dv;
}

template <class T, int D>
__attribute__((noinline)) void finish_block(const RowUpdateArguments<D>& u, const NeighbourSum<T, D>& sum,
                                            Vec<T, D> p, Vec<T, D> v, uint32_t first, uint32_t last) {
  const Parameters<float, D>& q = *u.parameters;
  const Vec<T, D> dv = steer_block(u, sum, v, first, last);
  bool done = false;
  if (!q.behaviours.any) {
    advance_plain(q, dv, p, v);
    done = true;
  } else if (!q.behaviours.needs_scalar_path) {
    uint32_t no_target = 0, ids[kLanesOf<T>] = {};
    for (uint32_t i = first; i < last; ++i) ids[i - first] = u.ids[i];
    if constexpr (kLanesOf<T> == 1) {
      done = advance(q, ids[0], sum.count, dv, p, v, no_target);
    } else {
      done = advance(q, ids, sum.count, dv, p, v, no_target);
    }
  }
  if (done) {
    store_bodies(p, v, u.next + first, last - first);
    if (!all_finite(p, v)) report_faults(u, first, last);
  } else {
    // One boid at a time; the sums and the steering, most of the work, ran in lanes.
    Body<float, D> steering[kLanesOf<T>];
    Vec<T, D> counts;
    for (int k = 0; k < D; ++k) counts[k] = sum.count;
    store_bodies(dv, counts, steering, last - first);
    for (uint32_t i = first; i < last; ++i) {
      Body<float, D> body = u.sorted[i];
      uint32_t unused = 0;
      advance(q, u.ids[i], steering[i - first].v[0], steering[i - first].p, body.p, body.v,
              u.targets ? u.targets[i] : unused);
      u.next[i] = body;
    }
    report_faults(u, first, last);
  }
}
