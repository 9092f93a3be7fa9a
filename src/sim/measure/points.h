// Points and vectors in float64, in an open space or in a periodic world. Used by the grids and the measures.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/util/thread_pool.h"

namespace murmur {

template <size_t D>
double inner(const std::array<double, D>& a, const std::array<double, D>& b) {
  double sum = 0.0;
  for (size_t k = 0; k < D; ++k) sum += a[k] * b[k];
  return sum;
}
template <size_t D>
double length(const std::array<double, D>& v) {
  return std::sqrt(inner(v, v));
}

/// Row i of `numbers` (count, axes) as a vector; missing components are 0.
template <size_t D, class T>
std::array<double, D> row_of(const std::vector<T>& numbers, size_t i, size_t axes = D) {
  std::array<double, D> row{};
  for (size_t k = 0; k < axes; ++k) row[k] = static_cast<double>(numbers[i * axes + k]);
  return row;
}

/// Wraps a position to [0, size).
inline double wrapped_coordinate(double position, double size) {
  const double wrapped = position - size * std::floor(position / size);
  return wrapped >= size ? 0.0 : wrapped;  // -1e-20 + size rounds to size
}

template <int D>
struct Points {
  using Point = std::array<double, D>;
  using Axes = std::array<std::vector<double>, D>;

  Points() = default;
  Points(const std::vector<Point>& points, const std::optional<Point>& periodic_world)
      : world(periodic_world) {
    for (const Point& point : points)
      for (size_t k = 0; k < D; ++k) axes[k].push_back(point[k]);
  }

  /// Replaces the points by the rows of `numbers` (count, D), and sets a periodic world of this size, or none.
  template <class T>
  void take(const std::vector<T>& numbers, const std::vector<double>& size, bool periodic, ThreadPool& pool) {
    constexpr int64_t kPiece = 8192;  // points per task of a thread
    world.reset();
    if (periodic) std::copy_n(size.begin(), D, world.emplace().begin());
    for (auto& axis : axes) axis.resize(numbers.size() / D);
    pool.parallel_for(static_cast<int64_t>(count()), kPiece, [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i)
        for (size_t k = 0; k < D; ++k) {
          const auto p = static_cast<double>(numbers[i * D + k]);
          axes[k][i] = world ? wrapped_coordinate(p, (*world)[k]) : p;
        }
    });
  }

  size_t count() const { return axes[0].size(); }

  Axes axes;  ///< (count,) coordinates for each axis
  std::optional<Point>
      world;  ///< size of a periodic world, with positions in [0, size); empty: the space is open
};

/// The i-th point, or vector, of arrays that hold one axis each.
template <size_t D>
std::array<double, D> point_at(const std::array<std::vector<double>, D>& axes, size_t i) {
  std::array<double, D> point;
  for (size_t k = 0; k < D; ++k) point[k] = axes[k][i];
  return point;
}

}  // namespace murmur
