// Pictures of boids without OpenGL: the same bytes from every instruction set, any threads and any order, close to exact areas, and known hashes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "sim/backends/cpu/simd.h"
#include "sim/raster/boid_raster.h"
#include "sim/raster/palette.h"
#include "support/raster_bytes.h"

namespace murmur {
namespace {

using Boid = std::array<float, 4>;  // x, y, vx, vy

struct Drawing {
  int width = 160, height = 90;
  float size = 2.0f;
  double alpha = 1.0;
  std::vector<Boid> boids;
  std::vector<std::array<float, 2>> shifts{{0.0f, 0.0f}};
  PaintBy by = PaintBy::kHeading;
  uint32_t background = 0xff14100c;
};

std::vector<uint32_t> picture_of(const Drawing& drawing, int threads = 1, Simd simd = Simd::kAuto) {
  std::vector<std::array<int32_t, 4>> paint;
  if (drawing.by == PaintBy::kOne) paint.push_back({200, 100, 50, 1});
  for (const PaintRow& row : amount_colours(Palette::kUsual, false))
    if (drawing.by != PaintBy::kOne) paint.push_back({row[0], row[1], row[2], 1});
  const DepthTables depths = depth_tables(drawing.alpha);
  std::vector<uint32_t> picture(static_cast<size_t>(drawing.width * drawing.height), drawing.background);
  const RasterJob job{.boids = drawing.boids.empty() ? nullptr : drawing.boids[0].data(),
                      .count = static_cast<int64_t>(drawing.boids.size()),
                      .size = drawing.size,
                      .span = span_of(drawing.size),
                      .paint_by = drawing.by,
                      .colours = static_cast<int>(paint.size()),
                      .paint = paint.data(),
                      .range = 3.0f,
                      .depths = &depths,
                      .picture = picture.data(),
                      .row_stride = drawing.width,
                      .width = drawing.width,
                      .height = drawing.height};
  BoidRaster(threads, simd).draw(job, drawing.shifts);
  return picture;
}

uint64_t hash_of(const std::vector<uint32_t>& picture) {
  uint64_t hash = 14695981039346656037u;
  for (const uint32_t pixel : picture) hash = (hash ^ pixel) * 1099511628211u;
  return hash;
}

Drawing random_drawing(uint64_t seed, int boids = 400) {
  std::mt19937_64 random(seed);
  const auto number = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  Drawing drawing;
  drawing.width = static_cast<int>(number(1, 200)), drawing.height = static_cast<int>(number(1, 120));
  drawing.size = static_cast<float>(seed % 5 == 0 ? number(1.0, 500.0) : number(0.1, 12.0));
  drawing.alpha = number(0.05, 1.0);
  drawing.by = std::array{PaintBy::kHeading, PaintBy::kSpeed, PaintBy::kOne}[seed % 3];
  if (seed % 4 == 0) drawing.shifts.push_back({static_cast<float>(drawing.width), -3.5f});
  for (int k = 0; k < boids; ++k) {
    Boid boid{static_cast<float>(number(-0.2, 1.2) * drawing.width),
              static_cast<float>(number(-0.2, 1.2) * drawing.height), static_cast<float>(number(-3.0, 3.0)),
              static_cast<float>(number(-3.0, 3.0))};
    if (k % 17 == 0) boid[0] = std::round(boid[0]), boid[1] = std::round(boid[1]), boid[3] = 0.0f;
    if (k % 31 == 0) boid[2] = boid[3] = 0.0f;
    if (k % 53 == 0) boid[0] *= 1e30f;
    if (k % 59 == 0) boid[1] = std::numeric_limits<float>::infinity();
    drawing.boids.push_back(boid);
  }
  return drawing;
}

TEST(Raster, EveryInstructionSetThreadsAndOrderHaveTheSameBytes) {
  expect_the_same_bytes(
      60, [](uint64_t seed) { return random_drawing(seed); }, picture_of);
}

TEST(Raster, KnownPicturesHaveTheirHashes) {
  const std::array<uint64_t, 6> known{10311598880083712437u, 4470275701426040059u, 9356301457895843155u,
                                      3403384510028016454u,  9693545172373456987u, 751438980913544384u};
  for (uint64_t seed = 101; seed <= 106; ++seed)
    EXPECT_EQ(hash_of(picture_of(random_drawing(seed, 3000))), known[seed - 101]) << "seed " << seed;
}

/// The length of line y within a triangle and a pixel of row y, exact but for rounding of doubles.
double covered(const std::array<std::array<double, 2>, 3>& corners, double y, double left) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (size_t k = 0; k < 3; ++k) {
    const auto &a = corners[k], &b = corners[(k + 1) % 3];
    if ((a[1] > y) == (b[1] > y)) continue;
    const double x = a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
    low = std::min(low, x), high = std::max(high, x);
  }
  return std::max(0.0, std::min(high, left + 1.0) - std::max(low, left));
}

TEST(Raster, OneBoidCoversItsShareOfEachPixel) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<float> number(0.0f, 1.0f);
    const float angle = number(random) * 2.0f * std::numbers::pi_v<float>;
    Drawing drawing{.width = 40,
                    .height = 40,
                    .size = 0.3f + 12.0f * number(random),
                    .by = PaintBy::kOne,
                    .background = 0};
    const double x = 20.0 + double{number(random)}, y = 20.0 + double{number(random)};
    drawing.boids = {{static_cast<float>(x), static_cast<float>(y), std::cos(angle), std::sin(angle)}};
    const std::vector<uint32_t> picture = picture_of(drawing);
    // The tip is ahead, the tails at half the size, 2.5 rad to either side; y is downwards in the picture, and up in the world.
    std::array<std::array<double, 2>, 3> corners{};
    for (int k = 0; k < 3; ++k) {
      const double turn = -double{angle} + 2.5 * (k == 0   ? 0
                                                  : k == 1 ? 1
                                                           : -1),
                   far = (k == 0 ? 1.0 : 0.5) * double{drawing.size};
      corners[static_cast<size_t>(k)] = {x + far * std::cos(turn), y + far * std::sin(turn)};
    }
    for (int row = 0; row < drawing.height; ++row) {
      for (int column = 0; column < drawing.width; ++column) {
        double share = 0.0;
        for (const double line : {0.125, 0.375, 0.625, 0.875})
          share += 0.25 * covered(corners, row + line, column);
        const uint32_t alpha = picture[static_cast<size_t>(row * drawing.width + column)] >> 24;
        ASSERT_NEAR(alpha, 255.0 * share, 8.0) << "seed " << seed << " pixel " << column << ", " << row;
      }
    }
  }
}

TEST(Raster, ManyOpaqueBoidsOnOnePixelHaveTheirMeanColour) {
  Drawing drawing{.width = 9, .height = 9, .size = 6.0f, .by = PaintBy::kOne};
  drawing.boids.assign(400000, {4.5f, 4.5f, 1.0f, 0.0f});  // more than 32 bits would hold
  const std::vector<uint32_t> wanted = picture_of(drawing, 1, Simd::kScalar);
  EXPECT_EQ(wanted[4 * 9 + 4], 0xff3264c8u);
  EXPECT_EQ(picture_of(drawing, 2), wanted);
}

TEST(Raster, PicturesWithoutBoidsStayAsTheyAre) {
  Drawing drawing;
  EXPECT_EQ(picture_of(drawing), std::vector<uint32_t>(160 * 90, drawing.background));
  drawing.boids = {{1e30f, 0.0f, 1.0f, 0.0f}, {-50.0f, 20.0f, 1.0f, 0.0f}, {20.0f, -1e38f, 1.0f, 0.0f}};
  EXPECT_EQ(picture_of(drawing), std::vector<uint32_t>(160 * 90, drawing.background));
}

TEST(Raster, TransparentBoidsAddUp) {
  for (const double alpha : {0.05, 0.3, 0.7, 1.0}) {
    Drawing drawing{
        .width = 9, .height = 9, .size = 6.0f, .alpha = alpha, .by = PaintBy::kOne, .background = 0};
    for (int boids = 1; boids <= 8; ++boids) {
      drawing.boids.assign(static_cast<size_t>(boids), {4.5f, 4.5f, 1.0f, 0.0f});
      const double one = alpha * 255.0 / 256.0;
      EXPECT_NEAR(picture_of(drawing)[4 * 9 + 4] >> 24, 255.0 * (1.0 - std::pow(1.0 - one, boids)), 1.0)
          << boids << " boids of " << alpha;
    }
  }
}

}  // namespace
}  // namespace murmur
