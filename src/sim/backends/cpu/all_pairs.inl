// Sums of boids that test all others. In a wrapped world, a boid far outside it would search 3^D images of every
// cell, most of them without the nearest image of a boid: here each pair is tested once, and neighbours within R are
// put into the contract's order afterwards. Sums of one boid for a window are also computed here. Included by
// scalar_step.cpp and scalar_custom.cpp.

/// A boid within the radius R of another one.
template <int D>
struct BoidInReach {
  uint64_t image;  // rank of the boid in the order of cells and their images
  uint32_t j;      // sorted index
  float square;
  Vec<float, D> d;
};

/// Boid `j` in its nearest image to position p of boid i.
template <int D>
MURMUR_INLINE BoidInReach<D> nearest_image(const RowUpdateArguments<D>& u, const Vec<float, D>& p,
                                           uint32_t j) {
  const World<float, D>& world = u.parameters->world;
  const Vec<float, D>& p_j = u.sorted[j].p;
  const bool wraps = world.metric == Metric::kWrapped;
  BoidInReach<D> found{.image = 0, .j = j};
  for (int k = D - 1; k >= 0; --k) {
    const float shift = wraps ? image_shift(p[k], p_j[k], world.size[k], world.half[k]) : 0.0f;
    found.d[k] = (p_j[k] + shift) - p[k];
    const uint64_t count = static_cast<uint64_t>(u.grid->count[k]);
    const uint64_t turns = shift < 0.0f ? 0 : shift > 0.0f ? 2 : 1;
    found.image =
        found.image * (3 * count) + turns * count + static_cast<uint64_t>(u.grid->coordinate(k, p_j[k]));
  }
  found.square = dot(found.d, found.d);
  return found;
}

/// Buffers of sum_all_pairs() and its octant form, reused from boid to boid.
template <int D>
struct AllPairsMemory {
  std::vector<BoidInReach<D>> found;
  std::vector<std::pair<float, uint32_t>> seen;  // |d|^2 and id of boids in view
};

/// Adds to `sum` the neighbours of the boid with sorted index i: all of them, or the nearest.
template <int D, class Sum>
Sum sum_all_pairs(Sum sum, const RowUpdateArguments<D>& u, int64_t boids, int64_t i,
                  const AnyPairs<float, D>& pairs, AllPairsMemory<D>& memory) {
  const Rules<float>& rules = u.parameters->rules;
  auto& [found, seen] = memory;
  found.clear();
  for (int64_t j = 0; j < boids; ++j) {
    const BoidInReach<D> one = nearest_image(u, pairs.p, static_cast<uint32_t>(j));
    if (one.square < rules.radius_squared && j != i) found.push_back(one);
  }
  std::sort(found.begin(), found.end(), [](const BoidInReach<D>& a, const BoidInReach<D>& b) {
    return std::tie(a.image, a.j) < std::tie(b.image, b.j);
  });
  const auto candidate = [&](const BoidInReach<D>& one) {
    return Candidate<float, D>(one.d, u.sorted[one.j].p, u.sorted[one.j].v, one.j, {}, one.square);
  };
  const auto is_seen = [&](const BoidInReach<D>& one) { return pairs.near(candidate(one)); };
  std::pair<float, uint32_t> farthest{rules.radius_squared, 0};  // farthest boid in view
  if (rules.nearest > 0) {
    seen.clear();
    for (const BoidInReach<D>& one : found) {
      if (is_seen(one)) seen.emplace_back(one.square, u.ids[one.j]);
    }
    const std::ptrdiff_t last = std::min<std::ptrdiff_t>(rules.nearest, std::ssize(seen)) - 1;
    if (last >= 0) {
      std::nth_element(seen.begin(), seen.begin() + last, seen.end());
      farthest = seen[static_cast<size_t>(last)];
    }
  }
  for (const BoidInReach<D>& one : found) {
    const bool near = is_seen(one) && std::pair(one.square, u.ids[one.j]) <= farthest;
    const auto j = candidate(one);
    sum.add(pairs, j, near, pairs.close(j, near));
  }
  return sum;
}

/// Adds to `sum` the nearest neighbours in each octant of the boid with sorted index i.
template <int D, class Sum>
Sum sum_all_pairs(const Sum& sum, const RowUpdateArguments<D>& u, int64_t boids, int64_t i,
                  const OctantPairs<float, D>& pairs, AllPairsMemory<D>&) {
  OctantSlots<float, D> slots;
  OctantNeighbours<float, D> found(slots, u.ids, pairs.rules.radius_squared);
  for (int64_t j = 0; j < boids; ++j) {
    if (j == i) continue;
    const BoidInReach<D> one = nearest_image(u, pairs.p, static_cast<uint32_t>(j));
    const Body<float, D>& other = u.sorted[j];
    found.consider(pairs, Candidate<float, D>(one.d, other.p, other.v, one.j));
  }
  return sum_octants(sum, slots, pairs, u.sorted);
}

/// Calls use() with the type of pairs that fits the rules. Scalars have only two types of pairs, because their speed
/// matters little.
template <int D, class Use>
auto with_scalar_pairs(SumKind kind, const Use& use) {
  return kind.neighbours == Neighbours::kInOctants ? use(TypeOf<OctantPairs<float, D>>())
                                                   : use(TypeOf<AnyPairs<float, D>>());
}
