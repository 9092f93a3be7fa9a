// The drawing stages of a picture for one boid and one pixel at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "sim/raster/raster_band.h"

namespace murmur {

void draw_boids_scalar(const RasterJob& job, const RasterBand& band, int64_t first, int64_t end);
void finish_row_scalar(const RasterJob& job, uint32_t* sums, uint32_t* picture);
void draw_solids_scalar(const RasterJob& job, const RasterBand& band, int64_t first, int64_t end);
using RaiseKey = std::function<void(int column, int row, size_t line, int64_t key)>;
/// Calls raise() for the samples of the edges of a 3D world, in rows first .. end - 1.
void each_outline_sample(const RasterJob& job, int first, int end, const RaiseKey& raise);
void draw_outline(const RasterJob& job, const RasterBand& band);
/// Converts a row's keys to pixels, and sets the keys to 0.
void finish_keys(const RasterJob& job, int64_t* keys, uint32_t* picture);

}  // namespace murmur
