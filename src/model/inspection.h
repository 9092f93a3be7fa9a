// Data that a window shows of single boids and of the whole flock: plain data, for kernels and for the host.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/qualifiers.h"
#include "model/parameters.h"

namespace murmur {

constexpr int kSpeedBins = 20;            // bins of the histogram of speeds, from 0 to max speed
constexpr int64_t kMostNeighbours = 256;  // most neighbours whose positions are returned; all are counted
constexpr int64_t kMostSquares = 400;     // most squares around a pixel
constexpr int64_t kMostShown = 2000;      // most boids that are shown one by one
constexpr float kFixedOne = 0x1p24f;      // unit of sums as integers, which do not depend on the order
constexpr int64_t kMostSampled = 2000;    // most boids whose neighbours are counted

/// A camera's matrix in float, which projects positions to pixels.
struct PixelProjection {
  float matrix[16] = {};                        ///< world to clip space, column-major
  float half_width = 0.0f, half_height = 0.0f;  ///< half the picture [pixels]

  /// Offset in pixels from (x, y) to a projected position, right and down; infinite behind the camera.
  template <int D>
  MURMUR_HD Vec<float, 2> from(const float* place, float x, float y) const {
    float clip[4] = {matrix[12], matrix[13], matrix[14], matrix[15]};
    for (int k = 0; k < D; ++k) {
      for (int row = 0; row < 4; ++row) clip[row] += matrix[4 * k + row] * place[k];
    }
    if (!(clip[3] > 0.0f)) return {{INFINITY, INFINITY}};
    return {{half_width * (1.0f + clip[0] / clip[3]) - x, half_height * (1.0f - clip[1] / clip[3]) - y}};
  }
  /// The pixel of a position, counted by rows from the upper left corner; -1: outside the picture.
  template <int D>
  MURMUR_HD int64_t pixel_of(const float* place) const {
    const Vec<float, 2> at = from<D>(place, 0.0f, 0.0f);
    const float width = 2.0f * half_width, height = 2.0f * half_height;
    if (!(at[0] >= 0.0f && at[1] >= 0.0f && at[0] < width && at[1] < height)) return -1;
    return static_cast<int64_t>(at[1]) * static_cast<int64_t>(width) + static_cast<int64_t>(at[0]);
  }
};

/// Asks for the boids within `reach` of a pixel, at most one for each square of `apart` pixels.
struct AroundPixel {
  float x = 0.0f, y = 0.0f, reach = 0.0f, apart = 1.0f;  ///< [pixels]

  /// Number of squares along a side of the area; at most 20.
  MURMUR_HD int32_t side() const {
    const float squares = 2.0f * reach / apart;
    return squares < 19.0f ? static_cast<int32_t>(squares) + 1 : 20;
  }
  /// Index of the square for an offset within reach.
  MURMUR_HD int32_t square(const Vec<float, 2>& offset) const {
    int32_t at[2];
    for (int k = 0; k < 2; ++k) {
      const int32_t square = static_cast<int32_t>((offset[k] + reach) / apart);
      at[k] = square < side() ? square : side() - 1;
    }
    return at[1] * side() + at[0];
  }
};

}  // namespace murmur
