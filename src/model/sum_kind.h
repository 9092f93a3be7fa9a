// The kind of sums over neighbours that a flock needs: a value computed from its rules (Rules::kind), by which loops
// and kernels are chosen. Each kind has its own loop, so that unused terms cost nothing per pair. model/kinds.inl
// maps kinds to types of pairs.
#pragma once

#include <cstdint>

#include "model/choices.h"

namespace murmur {

/// Which of the boids within R and in view are the neighbours of a boid.
enum class Neighbours : uint8_t {
  kAll,
  kNearest,    ///< the k nearest: model/nearest.inl
  kInOctants,  ///< the nearest in each octant: model/octants.inl
};

/// Which terms a pair adds.
enum class Terms : uint8_t {
  kUsual,  ///< PlainPairs or SpeciesPairs: the three rules of most models
  kRare,   ///< GeneralPairs without species, with Couzin's push and view or with neither
  kAny,    ///< GeneralPairs: every term, chosen at run time
};

struct SumKind {
  Falloff falloff = Falloff::kNone;
  bool species = false;  ///< whether there are several species: Rules::toward
  bool field_of_view = false;
  Terms terms = Terms::kUsual;
  bool walls = false;  ///< whether some wall hides neighbours; only with Terms::kAny
  Neighbours neighbours = Neighbours::kAll;

  /// Number of kinds, whichever boids are neighbours: for tables, and for kernels, whose templates cannot have
  /// arguments of class type.
  static constexpr int kCount = 16;
  static constexpr SumKind of(int index, Neighbours which = Neighbours::kAll) {
    if (index == kCount - 4) return {.terms = Terms::kRare};
    if (index == kCount - 3) return couzin(which);
    if (index >= kCount - 2) return any(index == kCount - 1, which);
    return {static_cast<Falloff>(index / 4), (index & 2) != 0, (index & 1) != 0};
  }
  constexpr int index() const {
    if (terms == Terms::kRare) return field_of_view ? kCount - 3 : kCount - 4;
    if (terms == Terms::kAny) return walls ? kCount - 1 : kCount - 2;
    return static_cast<int>(falloff) * 4 + (species ? 2 : 0) + (field_of_view ? 1 : 0);
  }

  /// The kind of Couzin et al. 2002: zones, a push of 1 / |d|, and a field of view.
  static constexpr SumKind couzin(Neighbours which = Neighbours::kAll) {
    return {Falloff::kInverse, false, true, Terms::kRare, false, which};
  }

  /// The most general kind: every flock may use it instead of its own kind, with the same bits.
  static constexpr SumKind any(bool with_walls, Neighbours which = Neighbours::kAll) {
    return {Falloff::kNone, true, true, Terms::kAny, with_walls, which};
  }
};

/// How the relevant image of a boid is found for a displacement.
enum class Images : uint8_t {
  kNone,     ///< no images: plain metric
  kUnique,   ///< wrapped, each axis at least 3 * 1.001 R long: an image within R is the minimum image
  kChecked,  ///< wrapped, a small world or boids outside: each pair is tested for its minimum image
};

/// The kind of sums of a flock for these images: checked images, which few flocks have, use one loop for all kinds.
constexpr SumKind kind_with(SumKind kind, Images images) {
  return images == Images::kChecked ? SumKind::any(kind.walls, kind.neighbours) : kind;
}

}  // namespace murmur
