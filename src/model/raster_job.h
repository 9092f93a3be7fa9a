// One picture of boids: what is drawn, and into what. Plain numbers, which every way to draw reads.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace murmur {

inline constexpr int kHeadings = 512;  ///< colours around a circle: finer than the eight bits of a channel
inline constexpr int kClimbs = 33;     ///< rows of headings, straight down to straight up

enum class PaintBy : uint8_t { kHeading, kSpeed, kNumber, kOne };

/// A whole pixel's optical depth is 255. Depths of boids are added, so that no order matters; a sum of s has the opacity 1 - 2^(-s / scale).
struct DepthTables {
  static constexpr int kSums = 4096;
  uint8_t of_share[64];  ///< depth of a covered share in 62nds
  float factor
      [kSums];  ///< opacity / sum, which makes premultiplied colours of sums of depth * colour; a larger sum is opaque
};

/// How a camera sees a flock in space, whose boids hide each other.
struct SolidView {
  std::array<float, 16> world_to_clip{};  ///< column-major; clip w is the distance in front of the eye
  std::array<float, 3> eye{};
  float nearest = 0.0f;               ///< what is nearer is not drawn [world units]
  float size = 1.0f;                  ///< a triangle's, from the centre to the tip [world units]
  float least = 0.0f;                 ///< its least size at a distance of 1 [world units]
  float pixels = 1.0f;                ///< pixels of a world unit at a distance of 1
  float haze = 0.0f, full = 1.0f;     ///< distances where haze begins and where it is full
  std::array<float, 3> background{};  ///< colour of haze, from 0 to 255
  std::array<double, 3> world{};      ///< its edges are drawn, one pixel wide
  uint32_t outline = 0;               ///< their colour
};

struct RasterJob {
  // Boids in any order.
  const float* boids = nullptr;    ///< position and velocity of each [world units]
  int64_t stride = 4;              ///< numbers from a boid to the next
  const float* numbers = nullptr;  ///< (boids,) of PaintBy::kNumber; null: the colours need none
  int64_t count = 0;
  const SolidView* solid = nullptr;  ///< null: the flock is flat
  // Flat: a position p is at p * scale + offset of the picture [pixels], y downwards.
  float scale_x = 1.0f, offset_x = 0.0f, scale_y = 1.0f, offset_y = 0.0f;
  float ground =
      std::numeric_limits<float>::infinity();  ///< boids that rest at this height perch: they point up
  float size = 2.0f;                           ///< a triangle's, from the centre to the tip [pixels]
  int span = 4;                                ///< pixels along an axis that a boid may touch: span_of(size)
  // Colours.
  PaintBy paint_by = PaintBy::kHeading;
  int colours = 512;  ///< rows of paint; in space and by heading, rows of each climb
  const std::array<int32_t, 4>* paint = nullptr;  ///< red, green and blue from 0 to 255, and 1
  int earth = 0;                                  ///< row of boids that perch
  float lowest = 0.0f, range = 1.0f;  ///< speeds or numbers that the first and the last colour show
  const DepthTables* depths = nullptr;
  // The picture, over which boids are drawn: premultiplied RGBA.
  uint32_t* picture = nullptr;  ///< top row
  int64_t row_stride =
      0;  ///< pixels from a row to the next one below; negative where the lowest row comes first in memory
  int width = 0, height = 0;
};

using PictureShift = std::array<float, 2>;  ///< way from a flat flock to its copy [pixels]

/// A sample of an edge of the world in space.
struct SampleKey {
  int64_t place;  ///< (row * width + column) * 4 + line
  int64_t key;    ///< the largest one at a place shows
};

}  // namespace murmur
