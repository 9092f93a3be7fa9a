// Finds the outlines of dark areas in a picture.
#pragma once

#include <vector>

#include "base/vec.h"
#include "sim/walls/picture.h"

namespace murmur {

using Outline = std::vector<Vec<double, 2>>;  ///< closed; the dark area is to its left

/// Largest distance of a simplified outline from the line of half brightness between pixel centres [pixels].
inline constexpr double kOutlineError = 0.35;

/// Outlines of dark areas in pixels, with the picture's lower left corner at 0. Pixels that touch at a corner are
/// connected; outside the picture is light. Outlines meet neither themselves nor each other, unless rounded to
/// float32. Stops early if there are more than `most` corners in all.
std::vector<Outline> dark_outlines(const Picture& picture, size_t most);

}  // namespace murmur
