// Points in a grid of cells, in float64, in an open space or in a periodic one with the minimum image. Owns copies of
// the points, sorted by cell; finds pairs, nearest points, and the points around a cell. Shares no code with the cell
// grid of the step. Used by the measures.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "sim/measure/points.h"

namespace murmur {

template <int D>
class PointGrid {
 public:
  using Point = std::array<double, D>;
  using Found = std::pair<double, uint32_t>;  ///< squared distance and index of a point

  /// Makes a grid with cells of at least `side`; longer cells where there would be more than `most`.
  PointGrid(const Points<D>& points, double side, double most, ThreadPool& pool) : PointGrid(pool) {
    place(points, side, most);
  }

  /// Indices of the points in the order of the cells: points that are close in this order are close in memory.
  const std::vector<uint32_t>& order() const { return order_; }

  /// Calls use(i, j, displacement from i to j, its square) for the ordered pairs of points less than `reach` apart,
  /// all pairs of one i in turn. Cells must be longer than `reach`, which in a periodic world is at most half of the
  /// shortest side.
  template <class Use>
  void each_pair(double reach, const Use& use) const {
    std::vector<Range> ranges;
    for_cells(0, starts_.size() - 1, [&](size_t cell, const Cell& centre) {
      find_shell(centre, -1, 1, ranges);
      for (size_t m = starts_[cell]; m < starts_[cell + 1]; ++m)
        for (const Range& range : ranges)
          for (size_t n = range.first; n < range.second; ++n) {
            if (n == m) continue;
            Point way;
            for (size_t k = 0; k < D; ++k) {
              way[k] = p_[k][n] - p_[k][m];
              if (wrapped_) way[k] -= size_[k] * std::round(way[k] / size_[k]);
            }
            const double square = inner(way, way);
            if (square < reach * reach) use(order_[m], order_[n], way, square);
          }
    });
  }

  /// Finds the `count` nearest neighbours of the m-th point of order(), sorted by distance, then by index. Finds
  /// fewer if there are no more points.
  void nearest(size_t m, size_t count, std::vector<Found>& found) const {
    found.clear();
    const Cell centre = cell_around(m);
    double to_face = side_;  // distance to the nearest face of the point's cell
    for (size_t k = 0; k < D; ++k) {
      if (cells_[k] == 1) continue;
      const double length = size_[k] / static_cast<double>(cells_[k]);
      const double inside = p_[k][m] - low_[k] - static_cast<double>(centre[k]) * length;
      to_face = std::min({to_face, inside, length - inside});
    }
    to_face = std::max(to_face - 1e-6 * side_, 0.0);  // the position of a face is rounded
    static thread_local std::vector<Range> ranges;
    const int64_t last = *std::max_element(cells_.begin(), cells_.end());
    for (int64_t shell = 0; shell < last; ++shell) {
      // Points of this shell are at least so far away: shell - 1 cells, and the distance to the face.
      const double safe = static_cast<double>(shell - 1) * side_ + to_face;
      if (found.size() == count && shell > 0 && found.back().first < safe * safe) return;
      find_shell(centre, shell - 1, shell, ranges);
      for (const auto& [first, end] : ranges) {
        for (size_t n = first; n < end; ++n) {
          if (n == m) continue;
          const Found one(squared_distance(m, n), order_[n]);
          if (found.size() == count && !(one < found.back())) continue;
          if (found.size() == count) found.pop_back();
          found.insert(std::upper_bound(found.begin(), found.end(), one), one);
        }
      }
    }
  }

 protected:
  using Axes = typename Points<D>::Axes;
  using Cell = std::array<int64_t, D>;
  using Range = std::pair<size_t, size_t>;  ///< range of sorted points
  static constexpr size_t kPack = 4;        ///< number of padding numbers in the sorted arrays

  /// Makes a grid without points.
  explicit PointGrid(ThreadPool& pool) : pool_(pool) {}
  /// Replaces the points, reusing memory.
  void place(const Points<D>& points, double side, double most) {
    points_ = points.count();
    wrapped_ = points.world.has_value();
    low_ = {};
    size_ = points.world.value_or(Point{});
    choose_cells(points.axes, side, most);
    sort(points.axes);
  }

  Cell coordinates(size_t cell) const {
    Cell at;
    for (size_t k = 0; k < D; ++k) {
      at[k] = static_cast<int64_t>(cell) % cells_[k];
      cell /= static_cast<size_t>(cells_[k]);
    }
    return at;
  }
  /// The cell around the m-th point of order().
  Cell cell_around(size_t m) const {
    return coordinates(cell_of([&](size_t k) { return p_[k][m]; }));
  }
  template <class Position>
  size_t cell_of(const Position& position) const {
    int64_t cell = 0;
    for (size_t k = D; k-- > 0;) {
      const double x =
          size_[k] > 0.0 ? (position(k) - low_[k]) / size_[k] * static_cast<double>(cells_[k]) : 0.0;
      cell = cell * cells_[k] + std::clamp(static_cast<int64_t>(x), int64_t{0}, cells_[k] - 1);
    }
    return static_cast<size_t>(cell);
  }

  /// Calls use(cell, its coordinates) for the non-empty cells from .. to - 1, ascending.
  template <class Use>
  void for_cells(size_t from, size_t to, const Use& use) const {
    Cell at = coordinates(from);
    for (size_t cell = from; cell < to; ++cell) {
      if (starts_[cell] < starts_[cell + 1]) use(cell, at);
      for (size_t k = 0; k < D && ++at[k] == cells_[k] && k + 1 < D; ++k) at[k] = 0;
    }
  }
  /// Calls use(first, end) for each run of cells around `centre` whose largest offset is above `inner` and at most
  /// `outer`; first .. end - 1 are its sorted points, possibly none.
  template <class Use>
  void for_ranges(const Cell& centre, int64_t inner, int64_t outer, const Use& use) const {
    const int64_t left = lowest_offset(0, centre[0], outer), right = highest_offset(0, centre[0], outer);
    const Runs all = runs(centre[0] + left, centre[0] + right);
    const Runs lower = runs(centre[0] + left, centre[0] + std::min(right, -inner - 1));
    const Runs upper = runs(centre[0] + std::max(left, inner + 1), centre[0] + right);
    for_rows_around(centre, outer, [&](size_t row, int64_t offset) {
      const uint32_t* const starts = &starts_[row * static_cast<size_t>(cells_[0])];
      const auto use_runs = [&](const Runs& of_row) {
        for (const auto& [begin, end] : of_row)
          if (begin < end) use(size_t{starts[begin]}, size_t{starts[end]});
      };
      if (offset > inner) return use_runs(all);
      use_runs(lower);
      use_runs(upper);
    });
  }
  void find_shell(const Cell& centre, int64_t inner, int64_t outer, std::vector<Range>& ranges) const {
    ranges.clear();
    for_ranges(centre, inner, outer, [&](size_t first, size_t end) {
      if (first < end) ranges.emplace_back(first, end);
    });
  }
  /// Squared distance of two sorted points.
  double squared_distance(size_t m, size_t n) const {
    double sum = 0.0;
    for (size_t k = 0; k < D; ++k) {
      double d = std::fabs(p_[k][n] - p_[k][m]);
      if (wrapped_) d = std::min(d, size_[k] - d);
      sum += d * d;
    }
    return sum;
  }
  // Offsets on a periodic axis visit each cell once: from -(n - 1) / 2 to n / 2.
  int64_t lowest_offset(size_t axis, int64_t at, int64_t reach) const {
    return std::max(-reach, wrapped_ ? -(cells_[axis] - 1) / 2 : -at);
  }
  int64_t highest_offset(size_t axis, int64_t at, int64_t reach) const {
    return std::min(reach, wrapped_ ? cells_[axis] / 2 : cells_[axis] - 1 - at);
  }
  /// Wraps the coordinate of a cell that is less than one world outside.
  size_t folded(size_t axis, int64_t at) const {
    const int64_t n = cells_[axis];
    return static_cast<size_t>(at < 0 ? at + n : at >= n ? at - n : at);
  }
  /// Calls visit(row, its largest offset) for the rows of cells around `centre` that are up to `outer` away.
  template <class Visit>
  void for_rows_around(const Cell& centre, int64_t outer, const Visit& visit) const {
    const int64_t last = highest_offset(1, centre[1], outer);
    for (int64_t y = lowest_offset(1, centre[1], outer); y <= last; ++y) {
      const size_t row = folded(1, centre[1] + y);
      if constexpr (D == 2) {
        visit(row, std::abs(y));
      } else {
        for (int64_t z = lowest_offset(2, centre[2], outer); z <= highest_offset(2, centre[2], outer); ++z) {
          visit(folded(2, centre[2] + z) * static_cast<size_t>(cells_[1]) + row,
                std::max(std::abs(y), std::abs(z)));
        }
      }
    }
  }

  ThreadPool& pool_;
  size_t points_ = 0;
  bool wrapped_ = false;
  std::array<double, D> low_{}, size_{};  // lowest corner and size of the grid
  double side_ = 0.0;  // least side of a cell on axes with several cells; infinite without such axes
  Cell cells_{};
  Axes p_;                        // points sorted by cell, padded
  std::vector<uint32_t> order_;   // (points,) index of each sorted point
  std::vector<uint32_t> starts_;  // first point of each cell, and the end
  std::vector<uint32_t> places_;  // (points,) sorted index of each point

 private:
  void choose_cells(const Axes& position, double side, double most) {
    for (size_t k = 0; k < D && !wrapped_ && points_ > 0; ++k) {
      double low = position[k][0], high = low;
      for (const double x : position[k]) {
        low = std::min(low, x);
        high = std::max(high, x);
      }
      low_[k] = low;
      size_[k] = high - low;
    }
    const auto cells_for = [&](double wanted) {
      double product = 1.0;
      for (size_t k = 0; k < D; ++k) {
        const double whole = std::clamp(std::floor(size_[k] / wanted), 1.0, most);
        cells_[k] = static_cast<int64_t>(whole);
        product *= whole;
      }
      return product;
    };
    while (cells_for(side) > most) side *= 1.25;
    side_ = std::numeric_limits<double>::infinity();
    for (size_t k = 0; k < D; ++k)
      if (cells_[k] > 1) side_ = std::min(side_, size_[k] / static_cast<double>(cells_[k]));
  }

  void sort(const Axes& position) {
    size_t cells = 1;
    for (const int64_t n : cells_) cells *= static_cast<size_t>(n);
    places_.resize(points_);  // first holds the cell of each point
    for_each_point([&](size_t i) {
      places_[i] = static_cast<uint32_t>(cell_of([&](size_t k) { return position[k][i]; }));
    });
    starts_.assign(cells + 2, 0);
    for (const uint32_t c : places_) ++starts_[c + 2];
    for (size_t c = 2; c < cells + 2; ++c) starts_[c] += starts_[c - 1];
    order_.resize(points_);
    for (uint32_t i = 0; i < points_; ++i) {
      places_[i] = starts_[places_[i] + 1]++;
      order_[places_[i]] = i;
    }
    starts_.pop_back();
    sort_numbers(position, p_);
  }

  using Runs = std::array<std::pair<size_t, size_t>, 2>;
  /// Runs of points in the cells `from` .. `to` of a row; coordinates may be less than one world outside.
  Runs runs(int64_t from, int64_t to) const {
    if (from > to) return {};
    const auto n = static_cast<size_t>(cells_[0]), first = folded(0, from);
    const size_t end = first + static_cast<size_t>(to - from + 1);
    return {{{first, std::min(end, n)}, {0, end > n ? end - n : 0}}};
  }

 protected:
  template <class Use>
  void for_each_point(const Use& use) const {
    pool_.parallel_for(static_cast<int64_t>(points_), 8192, [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) use(i);
    });
  }
  /// Sorts numbers of the points into the order of order().
  void sort_numbers(const Axes& numbers, Axes& sorted) const {
    for (auto& axis : sorted) axis.resize(points_ + kPack);  // the values of the padding are never used
    for_each_point([&](size_t i) {
      for (size_t k = 0; k < D; ++k) sorted[k][places_[i]] = numbers[k][i];
    });
  }
};

/// Calls PointGrid::each_pair() on a new grid of these points.
template <int D, class Use>
void each_pair(const Points<D>& points, double reach, ThreadPool& pool, const Use& use) {
  const double most = 4.0 * static_cast<double>(points.count()) + 64.0;
  PointGrid<D>(points, 1.0005 * reach, most, pool).each_pair(reach, use);
}

/// Calls use(i, found) with the `count` nearest of each point, on the pool's threads.
template <int D, class Use>
void each_nearest(const Points<D>& points, size_t count, ThreadPool& pool, const Use& use) {
  constexpr int64_t kPiece = 1024;  // points per task of a thread
  const PointGrid<D> grid(points, 1e-30, static_cast<double>(points.count() / 2 + 1), pool);
  pool.parallel_for(static_cast<int64_t>(points.count()), kPiece, [&](int64_t begin, int64_t end) {
    std::vector<typename PointGrid<D>::Found> found;
    for (auto m = static_cast<size_t>(begin); m < static_cast<size_t>(end); ++m) {
      grid.nearest(m, count, found);
      use(grid.order()[m], found);
    }
  });
}

}  // namespace murmur
