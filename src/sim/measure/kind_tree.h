// Nearest points of given kinds, in an open or a periodic space, in float64: a k-d tree (Bentley 1975) whose boxes
// store which kinds of points they hold, so that a search skips boxes without the wanted kinds. Used by
// species_metrics.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "sim/measure/points.h"

namespace murmur {

template <int D>
class KindTree {
 public:
  using Point = std::array<double, D>;
  using Kinds = uint32_t;  ///< a set of kinds: one bit for each kind
  static constexpr double kNowhere = std::numeric_limits<double>::infinity();

  /// `kinds`: the kind of each point, below 32.
  KindTree(const Points<D>& points, const std::vector<uint32_t>& kinds)
      : order_(kinds.size()), points_(kinds.size()), kinds_(kinds.size()), world_(points.world) {
    std::iota(order_.begin(), order_.end(), 0u);
    if (!order_.empty()) build(points.axes, kinds, 0, static_cast<uint32_t>(order_.size()));
    for (size_t m = 0; m < order_.size(); ++m) {
      points_[m] = point_at(points.axes, order_[m]);
      kinds_[m] = Kinds{1} << kinds[order_[m]];
    }
  }

  /// Indices of the points in the order of the tree's leaves.
  const std::vector<uint32_t>& order() const { return order_; }
  /// The kind of the m-th point of order(), as a bit.
  Kinds kind(uint32_t m) const { return kinds_[m]; }

  /// Calls use(squared distance, kind) for points of the wanted kinds, except the m-th point of order(), that are
  /// nearer than the squared distance `bound`, which use() may lower.
  template <class Use>
  void search(uint32_t m, Kinds wanted, double& bound, const Use& use) const {
    visit(0, m, wanted, bound, use);
  }

 private:
  static constexpr uint32_t kLeaf = 8;  // points in a leaf
  struct Node {
    Point low, high;
    uint32_t begin, end;
    uint32_t right = 0;  // the left child is the next node; 0: a leaf
    Kinds kinds = 0;
  };

  void build(const typename Points<D>::Axes& position, const std::vector<uint32_t>& kinds, uint32_t begin,
             uint32_t end) {
    const size_t self = nodes_.size();
    const Point first = point_at(position, order_[begin]);
    Node node{first, first, begin, end};
    for (uint32_t m = begin; m < end; ++m) {
      node.kinds |= Kinds{1} << kinds[order_[m]];
      for (size_t k = 0; k < D; ++k) {
        node.low[k] = std::min(node.low[k], position[k][order_[m]]);
        node.high[k] = std::max(node.high[k], position[k][order_[m]]);
      }
    }
    nodes_.push_back(node);
    if (end - begin <= kLeaf) return;
    size_t widest = 0;
    for (size_t k = 1; k < D; ++k)
      if (node.high[k] - node.low[k] > node.high[widest] - node.low[widest]) widest = k;
    const uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](uint32_t i, uint32_t j) { return position[widest][i] < position[widest][j]; });
    build(position, kinds, begin, middle);
    nodes_[self].right = static_cast<uint32_t>(nodes_.size());
    build(position, kinds, middle, end);
  }

  /// Squared distance of p from the node's box: a lower limit for its points, computed in the steps of
  /// squared_distance(), so that rounding does not break this.
  double squared_distance_to(const Node& node, const Point& p) const {
    double sum = 0.0;
    for (size_t k = 0; k < D; ++k) {
      double gap = 0.0;
      if (p[k] < node.low[k] || p[k] > node.high[k]) {
        const double to_low = std::fabs(node.low[k] - p[k]), to_high = std::fabs(node.high[k] - p[k]);
        gap = std::min(to_low, to_high);
        if (world_) gap = std::min(gap, (*world_)[k] - std::max(to_low, to_high));
      }
      sum += gap * gap;
    }
    return sum;
  }
  double squared_distance(const Point& a, const Point& b) const {
    double sum = 0.0;
    for (size_t k = 0; k < D; ++k) {
      double d = std::fabs(b[k] - a[k]);
      if (world_) d = std::min(d, (*world_)[k] - d);
      sum += d * d;
    }
    return sum;
  }

  template <class Use>
  void visit(uint32_t index, uint32_t m, Kinds wanted, double& bound, const Use& use) const {
    const Node& node = nodes_[index];
    if (node.right == 0) {
      for (uint32_t n = node.begin; n < node.end; ++n) {
        if (n == m || !(kinds_[n] & wanted)) continue;
        const double square = squared_distance(points_[m], points_[n]);
        if (square < bound) use(square, kinds_[n]);
      }
      return;
    }
    const std::array children{index + 1, node.right};
    std::array<double, 2> away;
    for (size_t c = 0; c < 2; ++c) {
      const Node& child = nodes_[children[c]];
      away[c] = child.kinds & wanted ? squared_distance_to(child, points_[m]) : kNowhere;
    }
    const size_t first = away[1] < away[0] ? 1 : 0;
    for (const size_t c : {first, 1 - first})
      if (away[c] < bound) visit(children[c], m, wanted, bound, use);
  }

  std::vector<uint32_t> order_;
  std::vector<Point> points_;  // points and kinds in the order of order_
  std::vector<Kinds> kinds_;
  std::vector<Node> nodes_;
  std::optional<Point> world_;
};

}  // namespace murmur
