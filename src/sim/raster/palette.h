// Colours of boids on dark and light backgrounds, for each palette that a look can name. Computed by exact
// operations, so that a picture has the same colours on every machine. OpenGL gets the colours as textures
// (render/scene/paint_tables.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/raster_job.h"
#include "sim/look/look.h"

namespace murmur {

using PaintRow = std::array<uint8_t, 4>;  ///< red, green, blue, 255

inline constexpr int kAmounts = 256;

/// Colours of headings, (kClimbs, kHeadings), from straight down to straight up; the middle row is level. A quarter
/// of the circle is a quarter of a row, indexed by x / (|x| + |y|).
std::vector<PaintRow> heading_colours(Palette palette, bool light);
/// Colours of amounts such as speeds, densities and numbers, (kAmounts,) from low to high.
std::vector<PaintRow> amount_colours(Palette palette, bool light);

PaintRow paint_row(const Rgb& colour);

}  // namespace murmur
