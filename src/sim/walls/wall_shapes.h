// Pieces of the shapes that a scenario describes by numbers. Used by wall_pieces.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/walls/wall_piece.h"

namespace murmur {

/// Takes the pieces of one wall.
template <int D>
class PieceTaker {
 public:
  using Corner = Vec<double, D>;

  PieceTaker(std::vector<WallPiece<D>>& pieces, uint32_t wall) : pieces_(pieces), wall_(wall) {}

  void segment(const Corner& a, const Corner& b) requires(D == 2) { take({{rounded(a), rounded(b)}, wall_}); }
  void triangle(const Corner& a, const Corner& b, const Corner& c) requires(D == 3) {
    take({{rounded(a), rounded(b), rounded(c)}, wall_});
  }
  /// Segments from each to the next, or triangles that a convex polygon is made of.
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
  void take(const WallPiece<D>& piece) {
    if (has_extent(piece)) pieces_.push_back(piece);
  }

  std::vector<WallPiece<D>>& pieces_;
  uint32_t wall_;
};

/// Whether a piece has length or area.
bool has_extent(const WallPiece<2>& piece);
bool has_extent(const WallPiece<3>& piece);

inline constexpr int kRoundSides = 128;    ///< sides of a circle and of a cylinder
inline constexpr int kSphereHalvings = 4;  ///< times that triangles of an icosahedron are divided into four

/// Adds the pieces of the shape; none for a file. A plane is cut to the world.
void add_shape(const Scenario::WallShape& shape, const std::vector<double>& world, PieceTaker<2>& taker);
void add_shape(const Scenario::WallShape& shape, const std::vector<double>& world, PieceTaker<3>& taker);

}  // namespace murmur
