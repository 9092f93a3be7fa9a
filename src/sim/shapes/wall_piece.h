// The pieces of walls in steps, starts and pictures, and the class that makes them from shapes and files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/vec.h"

namespace murmur {

/// Piece of a wall: a segment in two dimensions, a triangle in three.
template <int D>
struct WallPiece {
  Vec<double, D> corner[D];  ///< corners, rounded to float32: equal in all precisions
  uint32_t wall;             ///< index of the piece's [[wall]]
  uint32_t part = 0;         ///< closed part of a mesh that the triangle belongs to
};

/// Collects the pieces of one wall.
template <int D>
class PieceTaker {
 public:
  using Corner = Vec<double, D>;

  PieceTaker(std::vector<WallPiece<D>>& pieces, uint32_t wall) : pieces_(pieces), wall_(wall) {}

  void segment(const Corner& a, const Corner& b) requires(D == 2) { take({{rounded(a), rounded(b)}, wall_}); }
  void triangle(const Corner& a, const Corner& b, const Corner& c, uint32_t part = 0) requires(D == 3) {
    take({{rounded(a), rounded(b), rounded(c)}, wall_, part});
  }
  /// Adds segments from each corner to the next. In 3D the counterpart adds the triangles of a convex polygon.
  void line(const std::vector<Corner>& corners, bool closed) requires(D == 2) {
    for (size_t k = 0; k + 1 < corners.size(); ++k) segment(corners[k], corners[k + 1]);
    if (closed) segment(corners.back(), corners.front());
  }
  void polygon(const std::vector<Corner>& corners) requires(D == 3) {
    for (size_t k = 1; k + 1 < corners.size(); ++k) triangle(corners[0], corners[k], corners[k + 1]);
  }

 private:
  static Corner rounded(const Corner& at) {
    Corner corner;
    for (int k = 0; k < D; ++k) corner[k] = static_cast<double>(static_cast<float>(at[k]) + 0.0f);  // no -0
    return corner;
  }
  /// Whether a piece has a length, or an area in 3D.
  static bool has_extent(const Corner (&at)[2]) { return at[0][0] != at[1][0] || at[0][1] != at[1][1]; }
  static bool has_extent(const Corner (&at)[3]) {
    const auto area = [&](int x, int y) {
      return (at[1][x] - at[0][x]) * (at[2][y] - at[0][y]) - (at[1][y] - at[0][y]) * (at[2][x] - at[0][x]);
    };
    return area(1, 2) != 0.0 || area(2, 0) != 0.0 || area(0, 1) != 0.0;
  }
  void take(const WallPiece<D>& piece) {
    if (has_extent(piece.corner)) pieces_.push_back(piece);
  }

  std::vector<WallPiece<D>>& pieces_;
  uint32_t wall_;
};

}  // namespace murmur
