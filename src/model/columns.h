// Columns: data that boids keep from step to step besides position and velocity. Each column is declared here and
// nowhere else. Memory, sorts, messages, hash, files and Python visit this list without naming a column. Rules name
// the columns that they use; sim/state/start.cpp decides which scenarios have a column, and its start values.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/bits.h"
#include "base/math.h"
#include "base/vec.h"
#include "model/custom/program.h"

namespace murmur {

/// A set of columns, one bit for each. 0: no columns, which costs only one test.
using Carried = uint32_t;

struct ColumnInfo {
  Carried bit;
  /// Number added to the bits of each value in hashes. 0: the value is added at the end of a hash, as 0 without the column.
  uint64_t salt;
  bool seen_by_neighbours;  ///< ranks send it with the boids of a halo
  const char* name;         ///< name in checkpoints, trajectories and Python
  const char* csv[3];       ///< names of its components in CSV files: one for each dimension, or only one
  const char* needs;        ///< text for people: what a scenario with this column has
  const char* place;        ///< text for people: what the column's integers are indices of

  /// Numbers for each boid.
  MURMUR_HD constexpr int width(int dimensions) const { return csv[1] ? dimensions : 1; }
};

/// All columns. `In`: a template for how values are stored, e.g. PointerTo.
template <int D, class S, template <class> class In>
struct Columns {
  In<Vec<S, D>>
      alignment;  ///< the boid's alignment, which follows that of its neighbours slowly (alignment.inertia)
  In<uint32_t> target;                     ///< index of the position on the goal's path to fly to
  In<uint32_t> species;                    ///< index of the species
  In<S> custom_states[kMostCustomStates];  ///< numbers that rules keep

  Columns() = default;
  /// Storage of a column in a device's memory.
  template <class Device>
  explicit Columns(Device& device)
      : alignment(device),
        target(device),
        species(device),
        custom_states{In<S>(device), In<S>(device), In<S>(device), In<S>(device)} {}
};

MURMUR_HD constexpr ColumnInfo custom_state_info(int k, const char* name) {
  return {Carried{8} << k, 0x510e527fade682d1ull + static_cast<uint64_t>(k), true, name,
          {name},          "that many numbers in the `state` of a [[rule]]", ""};
}

/// Calls visit(info, this column of each of `c`) for every column, in the order of CSV files and hashes.
template <class Visit, class... C>
MURMUR_INLINE constexpr void each_column(const Visit& visit, C&&... c) {
  visit(ColumnInfo{1,
                   0x3c6ef372fe94f82bull,
                   false,
                   "alignment",
                   {"ax", "ay", "az"},
                   "rules.alignment.inertia above 0",
                   ""},
        c.alignment...);
  visit(ColumnInfo{2, 0, false, "target", {"target"}, "a [goal] path of several places", "the goal's path"},
        c.target...);
  visit(ColumnInfo{4, 0xa54ff53a5f1d36f1ull, true, "species", {"species"}, "[[species]]", "the [[species]]"},
        c.species...);
  visit(custom_state_info(0, "state0"), c.custom_states[0]...);
  visit(custom_state_info(1, "state1"), c.custom_states[1]...);
  visit(custom_state_info(2, "state2"), c.custom_states[2]...);
  visit(custom_state_info(3, "state3"), c.custom_states[3]...);
}

template <class E>
using PointerTo = E*;

template <class E>
using ValueOf = E;

/// Column k of the numbers of custom rules. A chain of conditions: an index would need the pointers in a device's memory.
template <class C>
MURMUR_INLINE auto* custom_state_column(const C& columns, int k) {
  const auto* const at = columns.custom_states;
  return k < 2 ? (k == 0 ? at[0] : at[1]) : (k == 2 ? at[2] : at[3]);
}

/// Pointers to the columns of the boid at index k, from pointers to those of the first boid.
template <class C>
MURMUR_INLINE C columns_at(C columns, int64_t k) {
  each_column([&](const ColumnInfo&, auto*& column) { column = column ? column + k : column; }, columns);
  return columns;
}

/// Whether the columns of a boid are finite. `kept`: pointers to the boid's values.
template <int D, class S>
MURMUR_INLINE bool all_finite(const Columns<D, S, PointerTo>& kept) {
  bool finite = true;
  each_column(
      [&](const ColumnInfo&, const auto* column) {
        using Number = std::remove_cvref_t<decltype(*column)>;
        if constexpr (std::is_same_v<Number, Vec<S, D>>) {
          finite = finite && (!column || all_finite(*column, *column));
        } else if constexpr (std::is_same_v<Number, S>) {
          finite = finite && (!column || is_finite(*column));
        }
      },
      kept);
  return finite;
}

/// Pointers to the column values of one boid.
template <int D, class S>
MURMUR_INLINE Columns<D, S, PointerTo> columns_in(Columns<D, S, ValueOf>& values, Carried carried) {
  Columns<D, S, PointerTo> pointers{};
  each_column([&](const ColumnInfo& info, auto& value,
                  auto*& pointer) { pointer = carried & info.bit ? &value : pointer; },
              values, pointers);
  return pointers;
}

/// Copies the columns that `from` and `to` both have, from the boid at index `i` to index `k`.
template <class C>
MURMUR_INLINE void copy_columns(const C& from, int64_t i, const C& to, int64_t k) {
  each_column(
      [&](const ColumnInfo&, auto* source, auto* target) {
        if (source && target) target[k] = source[i];
      },
      from, to);
}

/// Bytes of all columns of one boid.
template <int D, class S>
size_t column_bytes(Carried carried) {
  size_t bytes = 0;
  const Columns<D, S, ValueOf> one{};
  each_column(
      [&](const ColumnInfo& info, const auto& value) { bytes += carried & info.bit ? sizeof value : 0; },
      one);
  return bytes;
}

/// Columns that colours may show: species, or the first number of custom rules.
enum class DrawnColumn : uint8_t { kSpecies, kCustomState };

/// A column's value for the boid at index k; 0 if boids lack the column.
template <int D, class S>
MURMUR_HD inline float drawn_number(DrawnColumn column, const Columns<D, S, PointerTo>& columns, int64_t k) {
  if (column == DrawnColumn::kCustomState)
    return columns.custom_states[0] ? static_cast<float>(columns.custom_states[0][k]) : 0.0f;
  return columns.species ? static_cast<float>(columns.species[k]) : 0.0f;
}

MURMUR_HD inline uint64_t hash_number(uint64_t h, uint64_t bits, uint64_t salt) {
  return mix64(h ^ (bits + salt));
}

/// Hash of one boid or predator: chained over id, every component and every existing column. state_hash is the sum of
/// these hashes modulo 2^64, so the order of boids in memory does not matter. `kept`: pointers to the boid's column
/// values.
template <class T, int D, class Kept = Columns<D, T, PointerTo>>
MURMUR_HD inline uint64_t hash_body(uint64_t id, const Vec<T, D>& p, const Vec<T, D>& v,
                                    const Kept& kept = {}) {
  uint64_t h = mix64(id + 0x9e3779b97f4a7c15ull), last = 0;
  for (int k = 0; k < D; ++k) h = hash_number(h, bits_of(p[k]), 0);
  for (int k = 0; k < D; ++k) h = hash_number(h, bits_of(v[k]), 0x632be59bd9b4e019ull);
  each_column(
      [&](const ColumnInfo& info, const auto* column) {
        if (!column) return;
        if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(*column)>>) {
          if (info.salt)
            h = hash_number(h, *column, info.salt);
          else
            last += *column;
        } else if constexpr (std::is_floating_point_v<std::remove_cvref_t<decltype(*column)>>) {
          h = hash_number(h, bits_of(*column), info.salt);
        } else {
          for (int k = 0; k < D; ++k) h = hash_number(h, bits_of((*column)[k]), info.salt);
        }
      },
      kept);
  return mix64(h + last);
}

}  // namespace murmur
