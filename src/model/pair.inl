// A pair: boid i, which is steered, and boid j, a candidate for a neighbour. This file has the common part for all
// flocks. plain_pairs.inl, the page to read first, has the terms of a pair, and so have the other files *_pairs.inl.
// A type of pairs, `Pairs`, has
//   near(j)                    whether j is a neighbour: in V (docs/model.md)
//   close(j, near)             whether j is too near: in S
//   add(sum, j, near, close)   adds the terms of the pair to a NeighbourSum. A walker may add a pair twice, once for
// V and once for S
// Walkers find candidates (visit.inl, model/device/steer_runs.h and others). They pass each candidate to a Search,
// consider(pairs, j), which decides whether j counts, or to a Sum, add(pairs, j, near, close).
// Included in namespace murmur (model/model.h), and once per instruction set (sim/backends/cpu/lanes_step.cpp).

template <class Pairs>
concept ArithmeticPairs = Arithmetic<typename Pairs::Number>;

/// Position and velocity of boid i; every type of pairs derives from this one.
template <Arithmetic T, int D>
struct FocalBoid {
  using Number = T;
  static constexpr int kDimensions = D;
  Vec<T, D> p, v;
  T one = opaque_one<T>();  // 1, hidden from the compiler; difference() multiplies by it
};

/// Whether the type of pairs supports species.
template <class Pairs>
constexpr bool kKnowsSpecies = requires(Pairs& pairs) {
  pairs.others;
};

/// Filter that accepts every boid of a run as a candidate.
struct AnyCandidate {
  template <class M>
  MURMUR_INLINE M filter(const M& near) const {
    return near;
  }
};
/// Filter that accepts only the boids of a mask as candidates.
template <class M>
struct MaskedCandidate {
  M mask;
  MURMUR_INLINE M filter(const M& near) const { return both(near, mask); }
};

/// Candidate boid j. Its vectors are references, because copies would go through memory at -O1 (scalar_step.cpp).
template <Arithmetic T, int D, class Among = AnyCandidate>
struct Candidate {
  const Vec<T, D>& d;               // displacement from i to j, in the relevant image of j
  const Vec<ScalarOf<T>, D>&p, &v;  // position and velocity of j
  uint32_t place;                   // sorted index of j
  Among among;
  T square;  // |d|^2, the squared distance

  MURMUR_INLINE Candidate(const Vec<T, D>& to_j, const Vec<ScalarOf<T>, D>& p_j,
                          const Vec<ScalarOf<T>, D>& v_j, uint32_t place_j, const Among& chosen = {})
      : Candidate(to_j, p_j, v_j, place_j, chosen, dot(to_j, to_j)) {}
  MURMUR_INLINE Candidate(const Vec<T, D>& to_j, const Vec<ScalarOf<T>, D>& p_j,
                          const Vec<ScalarOf<T>, D>& v_j, uint32_t place_j, const Among& chosen,
                          const T& squared)
      : d(to_j), p(p_j), v(v_j), place(place_j), among(chosen), square(squared) {}

  /// Whether j is a candidate with |d|^2 below a limit.
  MURMUR_INLINE MaskOf<T> within(const T& limit) const { return among.filter(square < limit); }
};

/// Whether T is a single number, so that a branch can skip work that most pairs do not need.
template <Arithmetic T>
constexpr bool kOneBoid = kLanesOf<T> == 1;

/// Whether the condition may be true for a boid. Lanes always return true, unless a branch costs less than the code it skips.
template <Arithmetic T>
MURMUR_INLINE bool may_hold([[maybe_unused]] const MaskOf<T>& condition) {
  if constexpr (kQuickSums<T>) return any(condition);
  return true;
}

/// Falloff of separation as a factor of -d: 1 / |d|, which gives -unit(d), or 1 / |d|^2.
template <Falloff kFalloff, Arithmetic T>
MURMUR_INLINE T falloff_at(const T& square) {
  return kFalloff == Falloff::kInverse ? T(1) / square_root(square) : T(1) / square;
}

/// A row of a table: for one boid a copy, which a GPU loads at once instead of number by number.
template <class Row>
using RowInRegisters = std::conditional_t<kOneBoid<decltype(Row::alignment)>, Row, const Row&>;
