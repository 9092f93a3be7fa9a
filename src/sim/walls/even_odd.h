// The area that closed outlines enclose, as triangles, by the even-odd rule: a point is inside if a ray from it meets an odd
// number of segments. For pictures: coordinates are rounded.
#pragma once

#include <array>
#include <vector>

#include "sim/walls/wall_pieces.h"

namespace murmur {

/// Adds three corners for each triangle. The segments may come in any order, and may touch, but not cross: those of walls with an
/// inside do not. Time grows with their number times those at one height.
void fill_even_odd(const std::vector<WallPiece<2>>& segments, std::vector<std::array<float, 3>>& corners);

}  // namespace murmur
