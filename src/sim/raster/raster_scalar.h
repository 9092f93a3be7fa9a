// The stages of a picture, one boid and one pixel after the other.
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
/// Calls raise() for the samples of the edges of the world in space, in the rows from `first` to before `end`.
void each_outline_sample(const RasterJob& job, int first, int end, const RaiseKey& raise);
void draw_outline(const RasterJob& job, const RasterBand& band);
/// Makes pixels of a row's keys, and the keys 0.
void finish_keys(const RasterJob& job, int64_t* keys, uint32_t* picture);

}  // namespace murmur
