// The sums over neighbours for lanes whose fma is slow: WebAssembly. Included by lanes_step.cpp after model/visit.inl.
//
// The |d|^2 of a pair decides whether j is near and close, and in most models nothing else. Without fma, |d|^2 is
// within 2 (3D: 4) units in the last place of the exact one, so comparisons can differ only where |d|^2 is that close
// to R^2 or r^2. QuickSum is a Search (model/pair.inl) that compares without fma and keeps the least of these
// distances; a block with such a pair, one of thousands, is summed again exactly. The sums themselves use no fma, so
// their bits equal those of NeighbourSum.

/// Units in the last place around R^2 and r^2 in which a quick |d|^2 does not decide.
constexpr uint32_t kDoubtfulUnits = 8;

template <class Pairs>
struct QuickSum {
  static constexpr bool kIsQuick = true;
  using T = Lanes;
  static constexpr int D = Pairs::kDimensions;
  NeighbourSum<T, D> sum;
  v128_t least = wasm_i32x4_const_splat(-1);  // least of (bits of |d|^2) - near_low and - close_low, unsigned
  v128_t undecided = wasm_i32x4_const_splat(0);  // lanes with a pair at the border of the view
  v128_t near_low, close_low;                    // bits of R^2 and of r^2, minus kDoubtfulUnits
  Lanes view_margin;                             // factor of |d|^2, above all roundings of the view's test

  MURMUR_INLINE explicit QuickSum(const Pairs& pairs) {
    near_low = lower(pairs.rules.radius_squared);
    close_low = lower(pairs.rules.separation_radius_squared);
    // Each rounding of the test is at most 2^-22 |v|^2 |d|^2, and there are few roundings.
    if (Pairs::kLimitsView) view_margin = dot(pairs.v, pairs.v) * Lanes(0x1p-19f);
  }
  static MURMUR_INLINE v128_t lower(float limit) {
    uint32_t bits;
    std::memcpy(&bits, &limit, sizeof bits);
    if (bits == 0) return wasm_i32x4_const_splat(INT32_MIN);  // limit 0: no |d|^2 is doubtful
    return wasm_i32x4_splat(static_cast<int32_t>(bits > kDoubtfulUnits ? bits - kDoubtfulUnits : 0));
  }
  MURMUR_INLINE bool doubtful() const {
    const v128_t within = wasm_u32x4_lt(least, wasm_i32x4_const_splat(2 * kDoubtfulUnits));
    return wasm_v128_any_true(wasm_v128_or(within, undecided));
  }

  template <class J>
  MURMUR_INLINE void consider(const Pairs& pairs, const J& j) {
    const Vec<T, D>& d = j.d;
    Lanes square = d[0] * d[0] + d[1] * d[1];
    if constexpr (D == 3) square = square + d[2] * d[2];
    const v128_t bits = square.v.raw;
    least = wasm_u32x4_min(least, wasm_i32x4_sub(bits, near_low));
    least = wasm_u32x4_min(least, wasm_i32x4_sub(bits, close_low));
    auto near = j.among.filter(square < T(pairs.rules.radius_squared));
    if constexpr (Pairs::kLimitsView) {
      Lanes q = pairs.v[0] * d[0] + pairs.v[1] * d[1];
      if constexpr (D == 3) q = q + pairs.v[2] * d[2];
      const Lanes seen = q * magnitude(q) - pairs.view * square;
      // Roundings are absolute where products underflow, and far below 1e-30. NaN from an overflow counts as undecided.
      const LaneMask decided = magnitude(seen) > view_margin * square + Lanes(1e-30f);
      undecided = wasm_v128_or(
          undecided, wasm_v128_andnot(wasm_v128_andnot(near.m.raw, decided.m.raw), pairs.sees_around.m.raw));
      near = both(near, either(seen > Lanes(0.0f), pairs.sees_around));
    }
    const LaneMask close = both(near, square < T(pairs.rules.separation_radius_squared));
    const T exact = Pairs::kAddReadsSquare && any(close) ? dot(d, d) : square;  // only for separation
    sum.add(pairs, Candidate<T, D>(d, j.p, j.v, j.place, {}, exact), near, close);
  }
};

template <Images I, class Pairs, int D>
__attribute__((noinline)) NeighbourSum<Lanes, D> sum_exactly(const RowUpdateArguments<D>& u,
                                                             const Pairs& pairs, const Block& block) {
  return (search_around<I>)(Everybody<NeighbourSum<Lanes, D>>{}, *u.grid, u.starts, u.sorted,
                            u.parameters->world, pairs, block)
      .sum;
}
/// Sums a block without fma, and again exactly where that result is doubtful.
template <Images I, class Pairs, int D>
MURMUR_INLINE NeighbourSum<typename Pairs::Number, D> sum_of_block(const RowUpdateArguments<D>& u,
                                                                   const Pairs& pairs, const Block& block) {
  if constexpr (!kKnowsSpecies<Pairs>) {
    const auto quick = (search_around<I>)(QuickSum<Pairs>(pairs), *u.grid, u.starts, u.sorted,
                                          u.parameters->world, pairs, block);
    if (__builtin_expect(!quick.doubtful(), 1)) return quick.sum;
  }
  return (sum_exactly<I>)(u, pairs, block);
}
