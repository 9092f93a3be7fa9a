// All pairs of points within a reach, in an open or a periodic space, in float64. Used by pair_curves.cpp and force_map.cpp.
#pragma once

#include "sim/measure/point_grid.h"

namespace murmur {

template <int D>
class PairGrid : PointGrid<D> {
  using Base = PointGrid<D>;
  using Base::points_, Base::wrapped_, Base::size_, Base::p_, Base::starts_;
  using typename Base::Range;

 public:
  using typename Base::Axes;
  using Vector = std::array<double, D>;

  /// `world`: as for PointGrid; in it `reach` is at most half of the shortest side.
  PairGrid(const Axes& points, const std::optional<Vector>& world, double reach, ThreadPool& pool)
      : Base(points, world, 1.0005 * reach, 4.0 * static_cast<double>(points[0].size()) + 64.0, pool),
        order_(this->in_order()),
        reach_(reach) {}

  /// use(i, j, way from i to j, its square) for the ordered pairs of two points less than the reach apart, all of an i one after the other.
  template <class Use>
  void for_pairs(const Use& use) const {
    std::vector<Range> ranges;
    for (size_t cell = 0; cell + 1 < starts_.size(); ++cell) {
      if (starts_[cell] == starts_[cell + 1]) continue;
      this->find_shell(this->coordinates(cell), -1, 1, ranges);
      for (size_t m = starts_[cell]; m < starts_[cell + 1]; ++m)
        for (const Range& range : ranges)
          for (size_t n = range.first; n < range.second; ++n)
            if (n != m) use_pair(m, n, use);
    }
  }

 private:
  template <class Use>
  void use_pair(size_t m, size_t n, const Use& use) const {
    Vector way;
    double square = 0.0;
    for (size_t k = 0; k < D; ++k) {
      way[k] = p_[k][n] - p_[k][m];
      if (wrapped_) way[k] -= size_[k] * std::round(way[k] / size_[k]);
      square += way[k] * way[k];
    }
    if (square < reach_ * reach_) use(order_[m], order_[n], way, square);
  }

  std::vector<uint32_t> order_;
  double reach_;
};

}  // namespace murmur
