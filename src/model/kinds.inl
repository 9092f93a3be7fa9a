// Maps each kind of sums (model/sum_kind.h) to its type of pairs, the only place where flags of a kind become a type.
// Also makes the pairs of a boid.

template <class Pairs>
struct TypeOf {
  using Type = Pairs;
};

template <SumKind K, Arithmetic T, int D>
constexpr auto type_of_pairs() {
  if constexpr (K.neighbours == Neighbours::kInOctants) {
    return TypeOf<OctantPairs<T, D>>();
  } else if constexpr (K.terms != Terms::kUsual) {
    return TypeOf<GeneralPairs<T, D, K.terms == Terms::kAny, K.walls, K.falloff, K.field_of_view>>();
  } else if constexpr (K.species) {
    return TypeOf<SpeciesPairs<T, D, K.falloff, K.field_of_view>>();
  } else {
    return TypeOf<PlainPairs<T, D, K.falloff, K.field_of_view>>();
  }
}
template <SumKind K, Arithmetic T, int D>
using PairsOf = typename decltype(type_of_pairs<K, T, D>())::Type;

/// Type of pairs that supports every flock except octants.
template <Arithmetic T, int D>
using AnyPairs = PairsOf<SumKind::any(true), T, D>;

/// The traits of the boid at an index of `columns`.
template <Arithmetic T, int D>
MURMUR_INLINE Traits<T> traits_of(const Rules<T>& rules, const Columns<D, T, PointerTo>& columns,
                                  int64_t place) {
  if (rules.has_species()) return rules.species.data[columns.species[place]];
  return rules;
}

/// Makes the pairs of the boid at an index of `columns`.
template <class Pairs, Arithmetic T, int D>
MURMUR_INLINE Pairs pairs_of(const Parameters<T, D>& q, const Vec<T, D>& p, const Vec<T, D>& v,
                             const Columns<D, T, PointerTo>& columns, int64_t place) {
  Pairs pairs(q, p, v);
  if constexpr (kKnowsSpecies<Pairs>) {
    const Rules<T>& rules = q.rules;
    if (Pairs::kMayLackSpecies && !rules.has_species()) return pairs;
    const uint32_t own = columns.species[place], row = own * static_cast<uint32_t>(rules.species.size);
    pairs.others = {columns.species, kInWarps ? rules.toward.data : rules.toward.data + row, row};
    pairs.see_as(rules.species.data[own]);
  }
  return pairs;
}
