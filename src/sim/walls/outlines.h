// The outlines of what is dark in a picture.
#pragma once

#include <vector>

#include "base/vec.h"
#include "sim/walls/picture.h"

namespace murmur {

using Outline = std::vector<Vec<double, 2>>;  ///< closed; dark lies to its left

/// How far a simplified outline may be from where the light is half, between the centres of pixels [pixels].
inline constexpr double kOutlineError = 0.35;

/// Outlines in pixels, the picture's lower left corner at 0. Pixels that touch at a corner belong together; beyond the border is light.
/// They meet neither themselves nor each other, unless rounded to float32. At most `most` corners in all: else it ends early, with more.
std::vector<Outline> dark_outlines(const Picture& picture, size_t most);

}  // namespace murmur
