// Where segments meet that should not: outlines that cross themselves or each other.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "sim/shapes/wall_piece.h"

namespace murmur {

/// Whether two segments have a point in common; their ends count.
bool segments_meet(const WallPiece<2>& a, const WallPiece<2>& b);
/// Whether each goes from one side of the other to its other side.
bool segments_cross(const WallPiece<2>& a, const WallPiece<2>& b);

/// Calls visit(i, j), i < j, for pairs of segments that may meet, each at least once, until it returns false. In time that grows with
/// the pairs that are near each other.
void each_near_pair(std::span<const WallPiece<2>> pieces, const std::function<bool(size_t, size_t)>& visit);

}  // namespace murmur
