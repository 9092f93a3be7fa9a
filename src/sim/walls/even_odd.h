// Divides the area enclosed by outlines into triangles, by the even-odd rule: a point is inside if a ray from it
// meets an odd number of segments. For pictures only: coordinates are rounded.
#pragma once

#include <array>
#include <vector>

#include "sim/walls/wall_pieces.h"

namespace murmur {

/// Adds three corners for each triangle. Segments may be in any order and may touch, but must not cross, as is true
/// for walls with an inside. Takes time in proportion to their number times the number at one height.
void fill_even_odd(const std::vector<WallPiece<2>>& segments, std::vector<std::array<float, 3>>& corners);

}  // namespace murmur
