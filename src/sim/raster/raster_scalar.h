// The stages of a picture, one boid and one pixel after the other.
#pragma once

#include <cstdint>

#include "sim/raster/raster_band.h"

namespace murmur {

void draw_boids_scalar(const RasterJob& job, const RasterBand& band, int64_t first, int64_t end);
void finish_row_scalar(const RasterJob& job, uint32_t* sums, uint32_t* picture);
void draw_solids_scalar(const RasterJob& job, const RasterBand& band, int64_t first, int64_t end);
void draw_outline(const RasterJob& job, const RasterBand& band);
/// Makes pixels of a row's keys, and the keys 0.
void finish_keys(const RasterJob& job, int64_t* keys, uint32_t* picture);
/// A pixel with boids of these sums over it.
uint32_t over(uint32_t below, const uint64_t (&sums)[4], const DepthTables& depths);

}  // namespace murmur
