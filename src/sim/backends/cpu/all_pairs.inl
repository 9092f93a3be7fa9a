// Steps boids that test all others. In a wrapped world, boids far outside see 3^D images of every cell, most of them empty
// and each boid of the others in all but one not the nearest image: here each pair is tested once, and those within R are
// put into the contract's order afterwards. Included by scalar_step.cpp after update_row.inl.

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
  BoidInReach<D> found{.image = 0, .j = j};
  for (int k = D - 1; k >= 0; --k) {
    const float shift = image_shift(p[k], p_j[k], world.size[k], world.half[k]);
    found.d[k] = (p_j[k] + shift) - p[k];
    const uint64_t count = static_cast<uint64_t>(u.grid->count[k]);
    const uint64_t turns = shift < 0.0f ? 0 : shift > 0.0f ? 2 : 1;
    found.image =
        found.image * (3 * count) + turns * count + static_cast<uint64_t>(u.grid->coordinate(k, p_j[k]));
  }
  found.square = dot(found.d, found.d);
  return found;
}

template <int D, SumKind K>
void update_all_pairs(const RowUpdateArguments<D>& u, int64_t boids, int64_t begin, int64_t end) {
  const Parameters<float, D>& q = *u.parameters;
  const Rules<float>& rules = q.rules;
  std::vector<BoidInReach<D>> found;
  std::vector<std::pair<float, uint32_t>> seen;  // |d|^2 and id of those in V without rules.nearest
  for (int64_t i = begin; i < end; ++i) {
    if (u.cancel != nullptr && u.cancel->load(std::memory_order_relaxed)) return;
    Vec<float, D> p, v;
    load_bodies(u.sorted + i, p, v);
    const auto self = make_self_of<K>(rules, p, v, u.columns, i);
    found.clear();
    for (int64_t j = 0; j < boids; ++j) {
      const BoidInReach<D> one = nearest_image(u, p, static_cast<uint32_t>(j));
      if (one.square < rules.radius_squared && j != i) found.push_back(one);
    }
    std::sort(found.begin(), found.end(), [](const BoidInReach<D>& a, const BoidInReach<D>& b) {
      return std::tie(a.image, a.j) < std::tie(b.image, b.j);
    });
    const auto pair_of = [&](const BoidInReach<D>& one) {
      return Pair<float, D, float>({one.d, u.sorted[one.j].p, u.sorted[one.j].v, one.j}, one.square);
    };
    const auto is_seen = [&](const BoidInReach<D>& one) {
      return is_near<K>(self, rules, pair_of(one), AnyCandidate{});
    };
    std::pair<float, uint32_t> farthest{rules.radius_squared, 0};  // of V
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
    NeighbourSum<float, D> sum;
    for (const BoidInReach<D>& one : found) {
      const bool near = is_seen(one) && std::pair(one.square, u.ids[one.j]) <= farthest;
      const auto pair = pair_of(one);
      sum.template add<K>(self, rules, pair, meet<K>(self, rules, pair, near, AnyCandidate{}));
    }
    finish_block(u, sum, p, v, static_cast<uint32_t>(i), static_cast<uint32_t>(i + 1));
  }
}

template <int D, int... I>
constexpr std::array<AllPairsFunction<D>, sizeof...(I)> make_all_pairs(std::integer_sequence<int, I...>) {
  return {{&update_all_pairs<D, SumKind::of(I)>...}};
}
