// The k nearest others of each point of a cloud, in an open or a periodic space, in float64: searches outwards in a grid of few points a cell.
// Used by flock_shape.cpp and flock_motion.cpp.
#pragma once

#include "sim/measure/point_grid.h"

namespace murmur {

template <int D>
class NearestSearch : PointGrid<D> {
  using Base = PointGrid<D>;
  using Base::points_, Base::wrapped_, Base::low_, Base::size_, Base::side_, Base::cells_, Base::p_;
  using typename Base::Range;

 public:
  using Point = std::array<double, D>;
  using Found = std::pair<double, uint32_t>;  ///< squared distance and index

  /// `world`: as for PointGrid.
  NearestSearch(const std::vector<Point>& points, const std::optional<Point>& world, ThreadPool& pool)
      : Base(axes_of(points), world, 1e-30, static_cast<double>(points.size() / 2 + 1), pool),
        order_(this->in_order()) {}

  /// The indices of the points in the order of the cells.
  const std::vector<uint32_t>& order() const { return order_; }

  /// Finds neighbours of the m-th point of order(), the nearest first; at equal distances the lower index. Fewer if there are no more.
  void find(uint32_t m, size_t count, std::vector<Found>& found) const {
    found.clear();
    const auto centre = this->coordinates(this->cell_of([&](size_t k) { return p_[k][m]; }));
    double to_face = side_;  // distance to the nearest face of the point's cell
    for (size_t k = 0; k < D; ++k) {
      if (cells_[k] == 1) continue;
      const double length = size_[k] / static_cast<double>(cells_[k]);
      const double inside = p_[k][m] - low_[k] - static_cast<double>(centre[k]) * length;
      to_face = std::min({to_face, inside, length - inside});
    }
    to_face = std::max(to_face - 1e-6 * side_, 0.0);  // where a face is, is rounded
    static thread_local std::vector<Range> ranges;
    const int64_t last = *std::max_element(cells_.begin(), cells_.end());
    for (int64_t shell = 0; shell < last; ++shell) {
      // Points of this shell are at least shell - 1 cells and the way to the face away.
      const double safe = static_cast<double>(shell - 1) * side_ + to_face;
      if (found.size() == count && shell > 0 && found.back().first < safe * safe) return;
      this->find_shell(centre, shell - 1, shell, ranges);
      for (const Range& range : ranges) look_at(m, range, count, found);
    }
  }

 private:
  static typename Base::Axes axes_of(const std::vector<Point>& points) {
    typename Base::Axes axes;
    for (const Point& point : points)
      for (size_t k = 0; k < D; ++k) axes[k].push_back(point[k]);
    return axes;
  }

  void look_at(uint32_t m, const Range& range, size_t count, std::vector<Found>& found) const {
    for (size_t n = range.first; n < range.second; ++n) {
      if (n == m) continue;
      double square = 0.0;
      for (size_t k = 0; k < D; ++k) {
        double d = std::fabs(p_[k][n] - p_[k][m]);
        if (wrapped_) d = std::min(d, size_[k] - d);
        square += d * d;
      }
      const Found one(square, order_[n]);
      if (found.size() == count && !(one < found.back())) continue;
      if (found.size() == count) found.pop_back();
      found.insert(std::upper_bound(found.begin(), found.end(), one), one);
    }
  }

  std::vector<uint32_t> order_;
};

/// use(i, found) for each point and its `count` nearest, on the pool's threads.
template <int D, class Use>
void for_each_nearest(ThreadPool& pool, const std::vector<std::array<double, D>>& points,
                      const std::optional<std::array<double, D>>& world, size_t count, const Use& use) {
  constexpr int64_t kPiece = 1024;  // points of a part of the work
  const NearestSearch<D> search(points, world, pool);
  pool.parallel_for(static_cast<int64_t>(points.size()), kPiece, [&](int64_t begin, int64_t end) {
    std::vector<typename NearestSearch<D>::Found> found;
    for (auto m = static_cast<uint32_t>(begin); m < static_cast<uint32_t>(end); ++m) {
      search.find(m, count, found);
      use(search.order()[m], found);
    }
  });
}

}  // namespace murmur
