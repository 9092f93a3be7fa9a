// A band of a picture's rows, and its two stages: boids are added to sums, or to keys in space, which become pixels. raster_scalar.h and
// raster_lanes.h have them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/raster_job.h"

namespace murmur {

inline constexpr int kRasterBlock = 256;  ///< boids that are set up together
inline constexpr int kMostLaneSpan =
    12;  ///< lanes draw boids that touch so many pixels along an axis; larger ones are drawn one by one
inline constexpr int kPixelGroup = 4;  ///< pixels that lanes add together

/// Four numbers of each pixel, with a margin on each side. Flat: sums of optical depth times red, green and blue, and of optical depth. In
/// space: the largest key of each sample, nearness * 2^32 + colour, of which the nearest boid has the largest; 0: no boid covers it.
struct RasterBand {
  uint32_t* sums = nullptr;  ///< first pixel of the upper margin; null: the band has keys
  int64_t* keys = nullptr;
  int first = 0, rows = 0;     ///< rows of the picture
  int margin = 0, stride = 0;  ///< [pixels]

  ptrdiff_t place(int column, int row) const {
    return 4 * (static_cast<ptrdiff_t>(row - first + margin) * stride + column + margin);
  }
  uint32_t* at(int column, int row) const { return sums + place(column, row); }
  int64_t* keys_at(int column, int row) const { return keys + place(column, row); }
};

using DrawBlock = void (*)(const RasterJob&, const RasterBand&, int64_t first, int64_t end);
/// Makes pixels of a row's sums, and the sums 0.
using FinishRow = void (*)(const RasterJob&, uint32_t* sums, uint32_t* picture);

}  // namespace murmur
