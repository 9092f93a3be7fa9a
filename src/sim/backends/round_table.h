// Converts tables and vectors of a scenario to the precision of a backend. Used by make_parameters.cpp and wall_grid.cpp.
#pragma once

#include <type_traits>
#include <vector>

#include "base/vec.h"
#include "base/view.h"
#include "sim/scenario/behaviour_fields.h"

namespace murmur {

/// The components of a scenario's vector, rounded to T.
template <class T, int D>
Vec<T, D> to_vec(const std::vector<double>& values) {
  Vec<T, D> v;
  for (int k = 0; k < D; ++k) v[k] = static_cast<T>(values[static_cast<size_t>(k)]);
  return v;
}

/// Copies fields of a table: numbers and vectors are rounded, choices and flags unchanged. A View is set where its array is made.
template <class From, class To>
void round_value(const From& from, To& to) {
  if constexpr (std::is_same_v<From, To>) {
    to = from;
  } else if constexpr (std::is_same_v<From, double> && std::is_floating_point_v<To>) {
    to = static_cast<To>(from);
  }
}
template <class T, int D>
void round_value(const std::vector<double>& from, Vec<T, D>& to) {
  to = to_vec<T, D>(from);
}

/// Converts a scenario's table to that of a step, which has the same list of fields.
template <class From, class To>
void round_table(const From& from, To& to) {
  size_t wanted = 0;
  visit_fields(to, [&](const Field&, auto& rounded) {
    size_t at = 0;
    read_fields(from, [&](const Field&, const auto& value) {
      if (at++ == wanted) round_value(value, rounded);
    });
    ++wanted;
  });
}

template <class T>
View<T> view_of(const std::vector<T>& array) {
  return {array.data(), static_cast<int64_t>(array.size())};
}

}  // namespace murmur
