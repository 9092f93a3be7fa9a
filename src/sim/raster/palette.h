// Colours of boids for dark and light backgrounds, of the palettes that a look names. Each is computed by exact operations, so a picture has the
// same colours on every machine. OpenGL gets them as textures (render/scene/paint_tables.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/raster_job.h"
#include "sim/look/look.h"

namespace murmur {

using PaintRow = std::array<uint8_t, 4>;  ///< red, green, blue, 255

inline constexpr int kAmounts = 256;

/// (kClimbs, kHeadings) from straight down to straight up; a quarter of the circle has a quarter of a row, by x / (|x| + |y|). The middle row
/// is level.
std::vector<PaintRow> heading_colours(Palette palette, bool light);
/// (kAmounts,) from little to much: speeds, densities, numbers.
std::vector<PaintRow> amount_colours(Palette palette, bool light);

PaintRow paint_row(const Rgb& colour);

}  // namespace murmur
