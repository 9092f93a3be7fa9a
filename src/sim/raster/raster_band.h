// A band of a picture's rows, and its two stages: boids are added to sums, and sums become pixels. raster_scalar.h and raster_lanes.h have them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/raster/raster_job.h"

namespace murmur {

inline constexpr int kRasterBlock = 256;  ///< boids that are set up together
inline constexpr int kMostLaneSpan =
    12;  ///< lanes draw boids that touch so many pixels along an axis; larger ones are drawn one by one
inline constexpr int kPixelGroup = 4;  ///< pixels that lanes add together

/// Four sums of each pixel: optical depth times red, green and blue, and optical depth; with a margin on each side.
struct RasterBand {
  uint32_t* sums = nullptr;    ///< first pixel of the upper margin
  int first = 0, rows = 0;     ///< rows of the picture
  int margin = 0, stride = 0;  ///< [pixels]

  uint32_t* at(int column, int row) const {
    return sums + 4 * (static_cast<ptrdiff_t>(row - first + margin) * stride + column + margin);
  }
};

using DrawBlock = void (*)(const RasterJob&, const RasterBand&, int64_t first, int64_t end);
/// Makes pixels of a row's sums, and the sums 0.
using FinishRow = void (*)(const RasterJob&, uint32_t* sums, uint32_t* picture);

}  // namespace murmur
