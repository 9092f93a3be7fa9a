#include "sim/walls/crossings.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sim/walls/exact_sign.h"

namespace murmur {
namespace {

bool boxes_meet(const WallPiece<2>& a, const WallPiece<2>& b) {
  for (int k = 0; k < 2; ++k) {
    const auto [a_low, a_high] = std::minmax(a.corner[0][k], a.corner[1][k]);
    const auto [b_low, b_high] = std::minmax(b.corner[0][k], b.corner[1][k]);
    if (a_high < b_low || b_high < a_low) return false;
  }
  return true;
}

/// Sides of one segment on which the ends of the other are, for both segments.
struct Sides {
  int a0, a1, b0, b1;
};
Sides sides(const WallPiece<2>& a, const WallPiece<2>& b) {
  return {side_of_line(b.corner[0], b.corner[1], a.corner[0]),
          side_of_line(b.corner[0], b.corner[1], a.corner[1]),
          side_of_line(a.corner[0], a.corner[1], b.corner[0]),
          side_of_line(a.corner[0], a.corner[1], b.corner[1])};
}

/// Cells of equal size over all segments; a segment belongs to the cells that its bounding box touches, row by row
/// along its longer axis.
class SegmentCells {
 public:
  explicit SegmentCells(std::span<const WallPiece<2>> pieces) : pieces_(pieces) {
    low_ = high_ = pieces.front().corner[0];
    double length = 0.0;
    for (const WallPiece<2>& piece : pieces) {
      for (const Vec<double, 2>& corner : piece.corner) {
        for (int k = 0; k < 2; ++k) {
          low_[k] = std::min(low_[k], corner[k]);
          high_[k] = std::max(high_[k], corner[k]);
        }
      }
      length += std::abs(piece.corner[1][0] - piece.corner[0][0]) +
                std::abs(piece.corner[1][1] - piece.corner[0][1]);
    }
    // Aims at about one segment per cell, and few cells per segment.
    const double count = static_cast<double>(pieces.size());
    const double side =
        std::max({std::sqrt((high_[0] - low_[0]) * (high_[1] - low_[1]) / count), length / (8.0 * count),
                  (high_[0] - low_[0] + high_[1] - low_[1]) / 65536.0, 1e-30});
    cell_ = side;
    columns_ = place(high_[0], 0) + 1;
    rows_ = place(high_[1], 1) + 1;
    first_.assign(static_cast<size_t>(columns_ * rows_) + 1, 0);
    each_entry([this](size_t cell, uint32_t) { ++first_[cell + 1]; });
    for (size_t cell = 1; cell < first_.size(); ++cell) first_[cell] += first_[cell - 1];
    entries_.resize(first_.back());
    std::vector<size_t> next = first_;
    each_entry([&](size_t cell, uint32_t piece) { entries_[next[cell]++] = piece; });
  }

  bool each_pair(const std::function<bool(size_t, size_t)>& visit) const {
    for (size_t cell = 0; cell + 1 < first_.size(); ++cell) {
      for (size_t i = first_[cell]; i < first_[cell + 1]; ++i) {
        for (size_t j = i + 1; j < first_[cell + 1]; ++j) {
          const uint32_t a = entries_[i], b = entries_[j];
          if (boxes_meet(pieces_[a], pieces_[b]) && !visit(a, b)) return false;
        }
      }
    }
    return true;
  }

 private:
  int64_t place(double x, int axis) const { return static_cast<int64_t>((x - low_[axis]) / cell_); }

  template <class Take>
  void each_entry(const Take& take) const {
    for (uint32_t k = 0; k < pieces_.size(); ++k) {
      const WallPiece<2>& piece = pieces_[k];
      const auto [bottom, top] = std::minmax({place(piece.corner[0][1], 1), place(piece.corner[1][1], 1)});
      for (int64_t row = bottom; row <= top; ++row) {
        const auto [left, right] = columns_in(piece, row);
        for (int64_t column = left; column <= right; ++column)
          take(static_cast<size_t>(row * columns_ + column), k);
      }
    }
  }
  /// The columns that the segment covers within a row, plus a margin for rounding.
  std::pair<int64_t, int64_t> columns_in(const WallPiece<2>& piece, int64_t row) const {
    const Vec<double, 2>&a = piece.corner[0], &b = piece.corner[1];
    const auto [low_x, high_x] = std::minmax(a[0], b[0]);
    double from = low_x, to = high_x;
    if (const double height = b[1] - a[1]; height != 0.0) {
      const double y = low_[1] + static_cast<double>(row) * cell_;
      const auto [t0, t1] = std::minmax(
          {std::clamp((y - a[1]) / height, 0.0, 1.0), std::clamp((y + cell_ - a[1]) / height, 0.0, 1.0)});
      const auto [x0, x1] = std::minmax({a[0] + (b[0] - a[0]) * t0, a[0] + (b[0] - a[0]) * t1});
      from = std::max(low_x, x0 - 1e-6 * cell_);
      to = std::min(high_x, x1 + 1e-6 * cell_);
    }
    return {place(from, 0), std::max(place(from, 0), place(to, 0))};
  }

  std::span<const WallPiece<2>> pieces_;
  Vec<double, 2> low_, high_;
  double cell_ = 1.0;
  int64_t columns_ = 0, rows_ = 0;
  std::vector<size_t> first_;
  std::vector<uint32_t> entries_;
};

}  // namespace

bool segments_cross(const WallPiece<2>& a, const WallPiece<2>& b) {
  const Sides s = sides(a, b);
  return s.a0 * s.a1 < 0 && s.b0 * s.b1 < 0;
}

bool segments_meet(const WallPiece<2>& a, const WallPiece<2>& b) {
  if (!boxes_meet(a, b)) return false;
  const Sides s = sides(a, b);
  return s.a0 * s.a1 <= 0 && s.b0 * s.b1 <= 0;
}

void each_near_pair(std::span<const WallPiece<2>> pieces, const std::function<bool(size_t, size_t)>& visit) {
  if (pieces.size() < 2) return;
  SegmentCells(pieces).each_pair(visit);
}

}  // namespace murmur
