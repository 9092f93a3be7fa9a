// The sums that a model needs: a compile-time choice, so that an unused term costs nothing per pair.
#pragma once

#include "base/qualifiers.h"
#include "model/choices.h"
#include "model/parameters.h"

namespace murmur {

struct SumKind {
  Falloff falloff = Falloff::kNone;
  /// What few models use: the count s, sums of positions or directions instead of displacements, zones of alignment and
  /// cohesion, separation at any angle or alone, the nearest neighbours, catches.
  bool rare_sums = false;
  bool species = false;  ///< several: Rules::toward
  bool field_of_view = false;
  /// One instance for all: the falloff and whether there is a field of view are numbers of the rules.
  bool general = false;
  /// The neighbours in octants (model/octants.inl), whose species are known at run time.
  bool octants = false;

  static constexpr int kCount = 19;
  static constexpr SumKind of(int index) {
    if (index == kCount - 1) return {Falloff::kNone, true, true, true, true};
    const int terms = index / 2 % 3;  // plain, rare or of species
    return {static_cast<Falloff>(index / 6), terms == 1, terms == 2, (index & 1) != 0};
  }
  constexpr int index() const {
    if (general) return kCount - 1;
    return static_cast<int>(falloff) * 6 + (species ? 4 : rare_sums ? 2 : 0) + (field_of_view ? 1 : 0);
  }
};

/// Of the few neighbours in octants, which are summed outside of the loop over pairs: not one of the kCount.
constexpr SumKind kOctantKind{Falloff::kNone, true, true, true, true, true};

template <class T>
constexpr SumKind sum_kind(const Rules<T>& rules) {
  if (rules.walls_hide || (rules.has_species() && (rules.rare_sums || rules.octants)))
    return SumKind::of(SumKind::kCount - 1);
  // Octants have none of the kCount: the falloff of their rules may be none of these.
  return {rules.octants ? Falloff::kNone : rules.falloff, rules.rare_sums, rules.has_species(),
          rules.field_of_view};
}

/// How the image of a boid is found for a displacement.
enum class Images : uint8_t {
  kNone,     ///< plain metric
  kUnique,   ///< wrapped, each axis at least 3 * 1.001 R long: an image within R is the minimum image
  kChecked,  ///< wrapped, small world or boids outside it: each pair is tested for its minimum image
};

}  // namespace murmur
