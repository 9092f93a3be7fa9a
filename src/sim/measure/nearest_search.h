// The k nearest others of each point of a cloud in an open space, in float64. A grid of few points a cell, which lie in memory in the
// order of the cells; searches outwards.
// Used by flock_shape.cpp and flock_motion.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/util/thread_pool.h"

namespace murmur {

template <int D>
class NearestSearch {
 public:
  using Point = std::array<double, D>;
  using Found = std::pair<double, uint32_t>;  ///< squared distance and index

  explicit NearestSearch(const std::vector<Point>& points) {
    Point high{};
    double longest = 0.0;
    for (size_t k = 0; k < D; ++k) {
      const auto by_axis = [k](const Point& a, const Point& b) { return a[k] < b[k]; };
      const auto [least, most] = std::minmax_element(points.begin(), points.end(), by_axis);
      low_[k] = (*least)[k];
      high[k] = (*most)[k];
      longest = std::max(longest, high[k] - low_[k]);
    }
    const size_t most = points.size() / 2 + 1;
    side_ = std::max(longest / kMostOnAxis, 1e-30);
    size_t cells;
    for (;; side_ *= 1.1) {
      cells = 1;
      for (size_t k = 0; k < D; ++k) {
        cells_[k] = static_cast<int64_t>((high[k] - low_[k]) / side_) + 1;
        cells *= static_cast<size_t>(cells_[k]);
      }
      if (cells <= most) break;
    }
    starts_.assign(cells + 1, 0);
    order_.resize(points.size());
    for (const Point& p : points) ++starts_[index(cell_of(p)) + 1];
    for (size_t c = 0; c < cells; ++c) starts_[c + 1] += starts_[c];
    places_.resize(points.size());
    std::vector<uint32_t> at(starts_.begin(), starts_.end() - 1);
    for (uint32_t i = 0; i < points.size(); ++i) {
      const uint32_t m = at[index(cell_of(points[i]))]++;
      order_[m] = i;
      places_[m] = points[i];
    }
  }

  /// The indices of the points in the order of the cells: neighbours in it share memory.
  const std::vector<uint32_t>& order() const { return order_; }

  /// Of the m-th point of order(), the nearest first; at equal distances the lower index. Fewer than `count` if there are no more.
  void find(uint32_t m, size_t count, std::vector<Found>& found) const {
    found.clear();
    const Cell centre = cell_of(places_[m]);
    int64_t widest = 0;
    double to_face = side_;  // of its cell
    for (size_t k = 0; k < D; ++k) {
      widest = std::max({widest, centre[k], cells_[k] - 1 - centre[k]});
      const double inside = places_[m][k] - low_[k] - static_cast<double>(centre[k]) * side_;
      to_face = std::min({to_face, inside, side_ - inside});
    }
    to_face = std::max(to_face - 1e-6 * side_, 0.0);  // where a face is, is rounded
    for (int64_t shell = 0; shell <= widest; ++shell) {
      // Points of this shell are at least shell - 1 cells and the way to the face away.
      const double safe = static_cast<double>(shell - 1) * side_ + to_face;
      if (found.size() == count && shell > 0 && found.back().first < safe * safe) return;
      look_at_shell(m, centre, shell, count, found);
    }
  }

 private:
  using Cell = std::array<int64_t, D>;
  static constexpr double kMostOnAxis = 1 << 12;

  Cell cell_of(const Point& p) const {
    Cell cell;
    for (size_t k = 0; k < D; ++k)
      cell[k] = std::clamp(static_cast<int64_t>((p[k] - low_[k]) / side_), int64_t{0}, cells_[k] - 1);
    return cell;
  }
  size_t index(const Cell& cell) const {
    int64_t all = 0;
    for (size_t k = D; k-- > 0;) all = all * cells_[k] + cell[k];
    return static_cast<size_t>(all);
  }

  void look_at_shell(uint32_t m, const Cell& centre, int64_t shell, size_t count,
                     std::vector<Found>& found) const {
    Cell at;
    const auto ends = [&](size_t k) {
      return std::pair(std::max(centre[k] - shell, int64_t{0}), std::min(centre[k] + shell, cells_[k] - 1));
    };
    const auto [low_z, high_z] = D == 3 ? ends(D - 1) : std::pair<int64_t, int64_t>(0, 0);
    for (int64_t z = low_z; z <= high_z; ++z) {
      if constexpr (D == 3) at[2] = z;
      const bool face_z = D == 3 && std::abs(z - centre[D - 1]) == shell;
      const auto [low_y, high_y] = ends(1);
      for (int64_t y = low_y; y <= high_y; ++y) {
        at[1] = y;
        const auto [low_x, high_x] = ends(0);
        const auto look = [&](int64_t from, int64_t to) {  // cells of a row lie together
          at[0] = from;
          const size_t first = index(at);
          look_at(m, starts_[first], starts_[first + static_cast<size_t>(to - from) + 1], count, found);
        };
        if (face_z || std::abs(y - centre[1]) == shell) {
          look(low_x, high_x);
          continue;
        }
        if (low_x == centre[0] - shell) look(low_x, low_x);
        if (high_x == centre[0] + shell) look(high_x, high_x);
      }
    }
  }

  void look_at(uint32_t m, uint32_t begin, uint32_t end, size_t count, std::vector<Found>& found) const {
    for (uint32_t n = begin; n < end; ++n) {
      if (n == m) continue;
      double square = 0.0;
      for (size_t k = 0; k < D; ++k) {
        const double d = places_[n][k] - places_[m][k];
        square += d * d;
      }
      if (found.size() == count && square > found.back().first) continue;
      const Found one(square, order_[n]);
      if (found.size() == count && !(one < found.back())) continue;
      if (found.size() == count) found.pop_back();
      found.insert(std::upper_bound(found.begin(), found.end(), one), one);
    }
  }

  std::vector<Point> places_;  // in the order of the cells
  Point low_{};
  double side_ = 1.0;
  Cell cells_{};
  std::vector<uint32_t> starts_, order_;
};

/// use(i, found) for each point and its `count` nearest, on the pool's threads.
template <int D, class Use>
void for_each_nearest(ThreadPool& pool, const std::vector<std::array<double, D>>& points, size_t count,
                      const Use& use) {
  constexpr int64_t kPiece = 1024;  // points of a part of the work
  const NearestSearch<D> search(points);
  pool.parallel_for(static_cast<int64_t>(points.size()), kPiece, [&](int64_t begin, int64_t end) {
    std::vector<typename NearestSearch<D>::Found> found;
    for (auto m = static_cast<uint32_t>(begin); m < static_cast<uint32_t>(end); ++m) {
      search.find(m, count, found);
      use(search.order()[m], found);
    }
  });
}

}  // namespace murmur
