// One picture of boids: what is drawn, and into what. Plain numbers, which every way to draw reads.
#pragma once

#include <array>
#include <cstdint>

namespace murmur {

enum class PaintBy : uint8_t { kHeading, kSpeed, kNumber, kOne };

/// A whole pixel's optical depth is 255. Depths of boids are added, so that no order matters; a sum of s has the opacity 1 - 2^(-s / scale).
struct DepthTables {
  static constexpr int kSums = 4096;
  uint8_t of_share[64];  ///< depth of a covered share in 62nds
  float factor
      [kSums];  ///< opacity / sum, which makes premultiplied colours of sums of depth * colour; a larger sum is opaque
};

struct RasterJob {
  // Boids in any order.
  const float* boids = nullptr;    ///< x, y, vx, vy of each [world units]
  const float* numbers = nullptr;  ///< (boids,) of PaintBy::kNumber; null: the colours need none
  int64_t count = 0;
  // A position p is at p * scale + offset of the picture [pixels], y downwards.
  float scale_x = 1.0f, offset_x = 0.0f, scale_y = 1.0f, offset_y = 0.0f;
  float size = 2.0f;  ///< a triangle's, from the centre to the tip [pixels]
  int span = 4;       ///< pixels along an axis that a boid may touch: span_of(size)
  // Colours.
  PaintBy paint_by = PaintBy::kHeading;
  int colours = 512;                              ///< rows of paint
  const std::array<int32_t, 4>* paint = nullptr;  ///< red, green and blue from 0 to 255, and 1
  float lowest = 0.0f, range = 1.0f;  ///< speeds or numbers that the first and the last colour show
  const DepthTables* depths = nullptr;
  // The picture, over which boids are drawn: premultiplied RGBA.
  uint32_t* picture = nullptr;  ///< top row
  int64_t row_stride =
      0;  ///< pixels from a row to the next one below; negative where the lowest row comes first in memory
  int width = 0, height = 0;
};

}  // namespace murmur
