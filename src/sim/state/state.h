// The state of a run at one step, in id order, for exchange, saving, logs and comparison. Backends have their own
// layouts and convert from and to this one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "model/columns.h"

namespace murmur {

/// Rows of numbers, one row per boid; components of a vector follow each other.
template <class E>
struct RowsOf {
  using type = std::vector<E>;
};
template <class T, int D>
struct RowsOf<Vec<T, D>> {
  using type = std::vector<T>;
};
template <class E>
using Rows = typename RowsOf<E>::type;

/// Reads a value from row i of a state's numbers; the counterpart writes it.
template <class T, int D>
void to_row(const Vec<T, D>& value, std::vector<T>& rows, size_t i) {
  std::copy_n(value.c, D, rows.begin() + static_cast<std::ptrdiff_t>(i * D));
}
template <class N>
void to_row(N value, std::vector<N>& rows, size_t i) {
  rows[i] = value;
}
template <class T, int D>
void from_row(const std::vector<T>& rows, size_t i, Vec<T, D>& value) {
  std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(i * D), D, value.c);
}
template <class N>
void from_row(const std::vector<N>& rows, size_t i, N& value) {
  value = rows[i];
}

/// State of a flock. T is float, or double for the double-precision reference. Ids are 0 .. count-1: row i is boid i.
template <class T>
struct State {
  int dimensions = 2;                ///< D: 2 or 3
  int64_t step = 0;                  ///< steps taken so far
  std::vector<T> position;           ///< (count, D) row-major [world units]
  std::vector<T> velocity;           ///< (count, D) [world units / unit time]
  std::vector<T> predator_position;  ///< (predators, D) [world units]
  std::vector<T> predator_velocity;  ///< (predators, D) [world units / unit time]
  /// Other columns, row-major; a column that the flock lacks is empty. The element types are the same for 2D and 3D.
  Columns<2, T, Rows> columns{};

  int64_t count() const { return static_cast<int64_t>(position.size()) / dimensions; }
  Carried carried() const {
    Carried carried = 0;
    each_column([&](const ColumnInfo& info, const auto& rows) { carried |= rows.empty() ? 0 : info.bit; },
                columns);
    return carried;
  }
  /// Resizes the columns in `carried` to `boids` rows, and empties all others; new numbers are 0.
  void resize_columns(Carried carried, size_t boids) {
    each_column(
        [&](const ColumnInfo& info, auto& rows) {
          rows.resize(carried & info.bit ? boids * static_cast<size_t>(info.width(dimensions)) : 0);
        },
        columns);
  }
  /// The boids in these rows, in the given order, without predators.
  State rows(std::span<const uint32_t> indices) const;
  State part(int64_t first, int64_t boids) const;
  int64_t predator_count() const { return static_cast<int64_t>(predator_position.size()) / dimensions; }
};

/// Converts a state to another precision.
template <class To, class From>
State<To> state_as(const State<From>& from) {
  State<To> to{.dimensions = from.dimensions, .step = from.step};
  const auto convert = [](const auto& values, auto& converted) {
    using Number = std::remove_reference_t<decltype(converted[0])>;
    converted.reserve(values.size());
    for (const auto value : values) converted.push_back(static_cast<Number>(value));
  };
  convert(from.position, to.position);
  convert(from.velocity, to.velocity);
  each_column([&](const ColumnInfo&, const auto& rows, auto& converted) { convert(rows, converted); },
              from.columns, to.columns);
  convert(from.predator_position, to.predator_position);
  convert(from.predator_velocity, to.predator_velocity);
  return to;
}

/// Reads row i of the columns of a state; the counterpart writes it. Columns that the state lacks are left unchanged.
template <class T, int D>
void row_of(const State<T>& state, size_t i, Columns<D, T, ValueOf>& kept) {
  each_column(
      [&](const ColumnInfo&, const auto& rows, auto& value) {
        if (!rows.empty()) from_row(rows, i, value);
      },
      state.columns, kept);
}
template <class T, int D>
void put_row(const Columns<D, T, ValueOf>& kept, State<T>& state, size_t i) {
  each_column(
      [&](const ColumnInfo&, const auto& value, auto& rows) {
        if (!rows.empty()) to_row(value, rows, i);
      },
      kept, state.columns);
}

/// Checks that all positions and velocities are finite and at most `most`. @throws RunError naming the boid or
/// predator; `done`: what then cannot be done, e.g. "measured".
template <class T>
void check_finite(const State<T>& state, const char* done, double most = std::numeric_limits<double>::max());

/// The hash of a state: a 64-bit sum over boids and predators, independent of their order (docs/determinism.md).
template <class T>
uint64_t state_hash(const State<T>& state);

}  // namespace murmur
