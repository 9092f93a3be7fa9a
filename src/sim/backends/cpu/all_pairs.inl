// The sums of boids that test all others. In a wrapped world, boids far outside see 3^D images of every cell, most of them empty
// and each boid of the others in all but one not the nearest image: here each pair is tested once, and those within R are
// put into the contract's order afterwards. The sums of one boid for a window are found in this way in every world. Included by
// scalar_step.cpp and scalar_custom.cpp.

/// A boid within R.
template <int D>
struct BoidInReach {
  uint64_t image;  // its place in the order of cells and their images
  uint32_t j;      // sorted index
  float square;
  Vec<float, D> d;
};

/// `j` as boid i at p sees it, in its nearest image.
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

/// What it takes to find them.
template <int D>
struct AllPairsMemory {
  std::vector<BoidInReach<D>> found;
  std::vector<std::pair<float, uint32_t>> seen;  // |d|^2 and id of those in V without rules.nearest
};

/// `sum` of the boid with sorted index i over its neighbours: all of them, or the nearest.
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
  std::pair<float, uint32_t> farthest{rules.radius_squared, 0};  // farthest boid of V
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

/// `sum` of the boid with sorted index i over the nearest in each octant.
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

/// @returns use(TypeOf<Pairs>()). Scalars have two types of pairs alone, because nobody waits for them.
template <int D, class Use>
auto with_scalar_pairs(SumKind kind, const Use& use) {
  return kind.neighbours == Neighbours::kInOctants ? use(TypeOf<OctantPairs<float, D>>())
                                                   : use(TypeOf<AnyPairs<float, D>>());
}
