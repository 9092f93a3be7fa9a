// The sums that a model needs: a compile-time choice, so that an unused term costs nothing per pair.
#pragma once

#include "base/qualifiers.h"
#include "model/choices.h"
#include "model/parameters.h"

namespace murmur {

struct SumKind {
  Falloff falloff = Falloff::kNone;
  /// What few models use: the count s, sums of positions or directions instead of displacements, zones of alignment and
  /// cohesion, separation at any angle or alone, the nearest neighbours.
  bool rare_sums = false;
  /// Several species (Rules::toward). What is rare is then chosen at run time, by Rules::rare_sums.
  bool species = false;
  bool field_of_view = false;
  /// The neighbours in octants (model/octants.inl): the falloff is a number of the rules, and whether there is a field of view.
  bool octants = false;

  static constexpr int kCount = 18;
  static constexpr SumKind of(int index) {
    const int terms = index / 2 % 3;  // plain, rare or of species
    return {static_cast<Falloff>(index / 6), terms > 0, terms == 2, (index & 1) != 0};
  }
  constexpr int index() const {
    const int terms = species ? 2 : rare_sums ? 1 : 0;
    return static_cast<int>(falloff) * 6 + 2 * terms + (field_of_view ? 1 : 0);
  }
};

/// Of the few neighbours in octants, which are summed outside of the loop over pairs: not one of the kCount. Whether there are
/// species is known at run time.
constexpr SumKind kOctantKind{Falloff::kNone, true, true, true, true};

template <class T>
constexpr SumKind sum_kind(const Rules<T>& rules) {
  // Octants have none of the kCount: the falloff of their rules may be none of these.
  const bool species = rules.has_species();
  return {rules.octants ? Falloff::kNone : rules.falloff, rules.rare_sums || species, species,
          rules.field_of_view};
}

/// How the image of a boid is found for a displacement.
enum class Images : uint8_t {
  kNone,     ///< plain metric
  kUnique,   ///< wrapped, each axis at least 3 * 1.001 R long: an image within R is the minimum image
  kChecked,  ///< wrapped, small world or boids outside it: each pair is tested for its minimum image
};

}  // namespace murmur
