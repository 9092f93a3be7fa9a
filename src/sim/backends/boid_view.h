// Read-only pointers to a backend's boids, in arrays of the host or of a device. Readers in this process, such as the
// Python package and the C library, need no copy.
#pragma once

#include <cstdint>
#include <type_traits>

#include "model/columns.h"
#include "model/parameters.h"

namespace murmur {

template <int D>
struct FlockArrays;  // model/step.h

/// Pointer to the first number of a column.
template <class E>
struct FirstNumberOf {
  using type = const E*;
};
template <class T, int D>
struct FirstNumberOf<Vec<T, D>> {
  using type = const T*;
};
template <class E>
using FirstOf = typename FirstNumberOf<E>::type;

/// Pointers to boids in contract order, valid until the next call that is not const. Null without boids, and for
/// arrays that a backend lacks.
template <class T>
struct BoidView {
  const T *position = nullptr, *velocity = nullptr;  ///< first number of the first boid, of D numbers
  int64_t stride = 0;                                ///< numbers from one boid to the next
  const uint32_t* ids = nullptr;
  Columns<2, T, FirstOf> columns{};  ///< arrays without gaps; null where boids do not keep a column
  bool on_device = false;            ///< the pointers are of the device's memory, and all writes are complete
};

/// Makes a view of sorted arrays. Computes addresses only, because the arrays may be in a device's memory.
template <int D>
BoidView<float> sorted_view(const FlockArrays<D>& flock, bool on_device) {
  BoidView<float> view{.position = flock.sorted_bodies->p.c,
                       .velocity = flock.sorted_bodies->v.c,
                       .stride = sizeof *flock.sorted_bodies / sizeof(float),
                       .ids = flock.sorted_ids,
                       .columns = {},
                       .on_device = on_device};
  each_column(
      [](const ColumnInfo&, const auto* column, auto& first) {
        if constexpr (std::is_same_v<decltype(first), decltype(column)&>)
          first = column;
        else
          first = column ? column->c : nullptr;
      },
      flock.sorted_columns, view.columns);
  return view;
}

}  // namespace murmur
