// Description of one picture of boids: the boids, their look and the target. Plain numbers, which all drawing code reads.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace murmur {

inline constexpr int kHeadings = 512;  ///< colours around a circle: finer than 8 bits per channel
inline constexpr int kClimbs = 33;     ///< rows of headings, from straight down to straight up

enum class PaintBy : uint8_t { kHeading, kSpeed, kNumber, kOne };

/// A whole pixel's optical depth is 255. Depths of boids are summed, so their order does not matter; a sum s has the
/// opacity 1 - 2^(-s / scale).
struct DepthTables {
  static constexpr int kSums = 4096;
  uint8_t of_share[64];  ///< depth by covered share, in 62nds of a pixel
  float factor[kSums];   ///< by sum of optical depths: opacity / sum; a larger sum is opaque
};

/// Camera of a 3D flock, in which boids hide each other.
struct SolidView {
  std::array<float, 16> world_to_clip{};  ///< column-major; clip w is the distance in front of the eye
  std::array<float, 3> eye{};
  float nearest = 0.0f;               ///< nearer boids are not drawn [world units]
  float size = 1.0f;                  ///< size of a triangle, from the centre to the tip [world units]
  float least = 0.0f;                 ///< least size of a triangle at a distance of 1 [world units]
  float pixels = 1.0f;                ///< pixels per world unit at a distance of 1
  float haze = 0.0f, full = 1.0f;     ///< distances at which haze begins and is complete
  std::array<float, 3> background{};  ///< colour of the haze, from 0 to 255
  std::array<double, 3> world{};      ///< size of a world whose edges are drawn, one pixel wide
  uint32_t outline = 0;               ///< colour of the world's edges
};

struct RasterJob {
  // Boids, in any order:
  const float* boids = nullptr;    ///< position and velocity of each [world units]
  int64_t stride = 4;              ///< numbers from a boid to the next
  const float* numbers = nullptr;  ///< (boids,) numbers for PaintBy::kNumber; null: colours need none
  int64_t count = 0;
  const SolidView* solid = nullptr;  ///< camera of a 3D flock; null: 2D
  // Mapping of a 2D flock: position p is at p * scale + offset in the picture [pixels], y downwards:
  float scale_x = 1.0f, offset_x = 0.0f, scale_y = 1.0f, offset_y = 0.0f;
  float ground =
      std::numeric_limits<float>::infinity();  ///< ground: boids at rest at this height perch and point up
  float size = 2.0f;                           ///< size of a triangle, from the centre to the tip [pixels]
  int span = 4;                                ///< pixels along an axis that a boid may touch: span_of(size)
  // Colours of boids:
  PaintBy paint_by = PaintBy::kHeading;
  int colours = 512;  ///< number of colours in paint; in 3D and by heading, colours for each climb
  const std::array<int32_t, 4>* paint = nullptr;  ///< red, green and blue from 0 to 255, and 1
  int earth = 0;                                  ///< index of the colour for perched boids
  float lowest = 0.0f, range = 1.0f;              ///< speeds or numbers of the first and the last colour
  const DepthTables* depths = nullptr;
  // The picture on which boids are drawn, as premultiplied RGBA:
  uint32_t* picture = nullptr;  ///< first pixel of the top row
  int64_t row_stride =
      0;  ///< pixels from a row to the next lower one; negative if the lowest row is first in memory
  int width = 0, height = 0;
};

using PictureShift = std::array<float, 2>;  ///< offset of a copy of a 2D flock [pixels]

/// A sample of an edge of a 3D world.
struct SampleKey {
  int64_t place;  ///< (row * width + column) * 4 + line
  int64_t key;    ///< the largest key at a place is shown
};

}  // namespace murmur
