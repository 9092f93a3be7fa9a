// A band of a picture's rows, drawn in two stages: boids are added to sums (or, in 3D, to keys), which then become
// pixels. raster_scalar.h and raster_lanes.h implement the stages.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/raster_job.h"

namespace murmur {

inline constexpr int kRasterBlock = 256;  ///< boids that are set up together
inline constexpr int kMostLaneSpan =
    12;  ///< largest extent [pixels] of boids that lanes draw; larger boids are drawn one by one
inline constexpr int kPixelGroup = 4;  ///< pixels that lanes process together

/// Four numbers for each pixel, with a margin on each side. 2D: sums of optical depth times red, green and blue, and
/// of optical depth. 3D: the largest key of each of four samples, nearness * 2^32 + colour, so that the nearest boid
/// wins; 0: no boid covers the sample.
struct RasterBand {
  uint32_t* sums = nullptr;  ///< first pixel of the upper margin; null: the band uses keys
  int64_t* keys = nullptr;
  int first = 0, rows = 0;     ///< first row and number of rows of the picture
  int margin = 0, stride = 0;  ///< margin and row length [pixels]

  ptrdiff_t place(int column, int row) const {
    return 4 * (static_cast<ptrdiff_t>(row - first + margin) * stride + column + margin);
  }
  uint32_t* at(int column, int row) const { return sums + place(column, row); }
  int64_t* keys_at(int column, int row) const { return keys + place(column, row); }
};

using DrawBlock = void (*)(const RasterJob&, const RasterBand&, int64_t first, int64_t end);
/// Converts a row's sums to pixels, and sets the sums to 0.
using FinishRow = void (*)(const RasterJob&, uint32_t* sums, uint32_t* picture);

}  // namespace murmur
