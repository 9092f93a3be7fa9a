// Finds segments that meet although they should not: outlines that cross themselves or each other.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "sim/shapes/wall_piece.h"

namespace murmur {

/// Whether two segments have a common point, including their ends.
bool segments_meet(const WallPiece<2>& a, const WallPiece<2>& b);
/// Whether two segments cross: each goes from one side of the other to its other side.
bool segments_cross(const WallPiece<2>& a, const WallPiece<2>& b);

/// Calls visit(i, j), i < j, for pairs of segments that may meet, each pair at least once, until it returns false.
/// Takes time in proportion to the number of near pairs.
void each_near_pair(std::span<const WallPiece<2>> pieces, const std::function<bool(size_t, size_t)>& visit);

}  // namespace murmur
