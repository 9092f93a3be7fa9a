#include "sim/walls/even_odd.h"

#include <algorithm>

namespace murmur {
namespace {

constexpr size_t kNone = static_cast<size_t>(-1);

/// A segment that is not horizontal, directed upwards.
struct Edge {
  double x, low, high, slope;  // x at `low`, two heights, dx / dy
  size_t partner = kNone;      // right edge of the trapezoid that has this edge on the left
  double since = 0.0;          // height at which the edge's trapezoid begins
  bool goes_on = false;
  double at(double y) const { return x + (y - low) * slope; }
};

/// Moves a horizontal line upwards over the edges. The area between the 1st and 2nd, the 3rd and 4th ... edge on the
/// line is inside: a trapezoid, which ends where its two edges are no longer neighbours.
class Sweep {
 public:
  Sweep(const std::vector<WallPiece<2>>& segments, std::vector<std::array<float, 3>>& corners)
      : corners_(corners) {
    for (const WallPiece<2>& segment : segments) {
      const auto &a = segment.corner[0], &b = segment.corner[1];
      if (a[1] == b[1]) continue;
      const auto &from = a[1] < b[1] ? a : b, &to = a[1] < b[1] ? b : a;
      edges_.push_back({from[0], from[1], to[1], (to[0] - from[0]) / (to[1] - from[1])});
      heights_.push_back(a[1]);
      heights_.push_back(b[1]);
    }
    std::sort(edges_.begin(), edges_.end(), [](const Edge& a, const Edge& b) { return a.low < b.low; });
    std::sort(heights_.begin(), heights_.end());
    heights_.erase(std::unique(heights_.begin(), heights_.end()), heights_.end());
  }

  void run() {
    size_t next = 0;
    for (size_t k = 0; k < heights_.size(); ++k) {
      const double low = heights_[k];
      std::erase_if(met_, [&](size_t e) { return edges_[e].high <= low; });
      for (; next < edges_.size() && edges_[next].low == low; ++next) met_.push_back(next);
      if (!met_.empty()) sort_at(0.5 * (low + heights_[k + 1]));
      pair_up(low);
    }
  }

 private:
  void sort_at(double y) {  // the edges are already nearly sorted
    for (size_t k = 1; k < met_.size(); ++k) {
      const size_t moved = met_[k];
      const double x = edges_[moved].at(y);
      size_t to = k;
      for (; to > 0 && edges_[met_[to - 1]].at(y) > x; --to) met_[to] = met_[to - 1];
      met_[to] = moved;
    }
  }

  void pair_up(double y) {
    for (const size_t e : open_) edges_[e].goes_on = false;
    for (size_t k = 0; k + 1 < met_.size(); k += 2)
      edges_[met_[k]].goes_on = edges_[met_[k]].partner == met_[k + 1];
    for (const size_t e : open_)
      if (!edges_[e].goes_on) close(edges_[e], y);
    open_.clear();
    for (size_t k = 0; k + 1 < met_.size(); k += 2) {
      Edge& left = edges_[met_[k]];
      open_.push_back(met_[k]);
      if (left.goes_on) continue;
      left.partner = met_[k + 1];
      left.since = y;
    }
  }

  void close(Edge& left, double y) {
    const Edge& right = edges_[left.partner];
    left.partner = kNone;
    const auto corner = [](const Edge& edge, double height) {
      return std::array{static_cast<float>(edge.at(height)), static_cast<float>(height), 0.0f};
    };
    const auto a = corner(left, left.since), b = corner(right, left.since), c = corner(right, y),
               d = corner(left, y);
    if (a[1] == c[1]) return;
    if (a[0] != b[0]) corners_.insert(corners_.end(), {a, b, c});
    if (c[0] != d[0]) corners_.insert(corners_.end(), {a, c, d});
  }

  std::vector<std::array<float, 3>>& corners_;
  std::vector<Edge> edges_;      // sorted by their lower ends
  std::vector<double> heights_;  // heights of all ends of edges
  std::vector<size_t> met_;      // edges on the line, from left to right
  std::vector<size_t> open_;     // left edges of unfinished trapezoids
};

}  // namespace

void fill_even_odd(const std::vector<WallPiece<2>>& segments, std::vector<std::array<float, 3>>& corners) {
  Sweep(segments, corners).run();
}

}  // namespace murmur
