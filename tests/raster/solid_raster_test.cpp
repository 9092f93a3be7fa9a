// Pictures of boids in space without OpenGL: the same bytes from every instruction set, any threads and any order, known hashes, and the nearest
// boid on each sample by another calculation. The densities by which boids are coloured.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "sim/backends/cpu/simd.h"
#include "sim/raster/boid_raster.h"
#include "sim/raster/densities.h"
#include "sim/raster/palette.h"
#include "support/raster_bytes.h"

namespace murmur {
namespace {

using Boid = std::array<float, 6>;  // position, velocity
using Place = std::array<double, 3>;

struct Drawing {
  int width = 160, height = 90;
  SolidView view;
  std::vector<Boid> boids;
  PaintBy by = PaintBy::kHeading;
};

std::vector<uint32_t> picture_of(const Drawing& drawing, BoidRaster& raster) {
  std::vector<std::array<int32_t, 4>> paint;
  const auto rows = drawing.by == PaintBy::kHeading ? heading_colours(Palette::kUsual, false)
                                                    : amount_colours(Palette::kUsual, false);
  for (const PaintRow& row : rows) paint.push_back({row[0], row[1], row[2], 1});
  std::vector<uint32_t> picture(static_cast<size_t>(drawing.width * drawing.height), 0xff14100c);
  const RasterJob job{.boids = drawing.boids.empty() ? nullptr : drawing.boids[0].data(),
                      .stride = 6,
                      .count = static_cast<int64_t>(drawing.boids.size()),
                      .solid = &drawing.view,
                      .paint_by = drawing.by,
                      .colours = drawing.by == PaintBy::kHeading ? kHeadings : kAmounts,
                      .paint = paint.data(),
                      .range = 3.0f,
                      .picture = picture.data(),
                      .row_stride = drawing.width,
                      .width = drawing.width,
                      .height = drawing.height};
  raster.draw(job, {});
  return picture;
}
std::vector<uint32_t> picture_of(const Drawing& drawing, int threads = 1, Simd simd = Simd::kAuto) {
  BoidRaster raster(threads, simd);
  return picture_of(drawing, raster);
}

uint64_t hash_of(const std::vector<uint32_t>& picture) {
  uint64_t hash = 14695981039346656037u;
  for (const uint32_t pixel : picture) hash = (hash ^ pixel) * 1099511628211u;
  return hash;
}

/// A world of 100 x 100 x 100 before an eye at `away` from its middle, which looks along -y.
SolidView seen_from(float away, int width, int height, float size, float least_pixels) {
  SolidView view;
  const float slope = 0.365f, across = static_cast<float>(height) / static_cast<float>(width) / slope;
  auto& m = view.world_to_clip;
  m[0] = -across, m[12] = 50.0f * across;
  m[9] = 1.0f / slope, m[13] = -50.0f / slope;
  m[7] = -1.0f, m[15] = 50.0f + away;
  view.eye = {50.0f, 50.0f + away, 50.0f};
  view.nearest = 0.01f * away;
  view.size = size;
  view.pixels = 0.5f * static_cast<float>(height) / slope;
  view.least = least_pixels / view.pixels;
  view.haze = 0.5f * away, view.full = 2.0f * away;
  view.background = {12.0f, 16.0f, 20.0f};
  return view;
}

Drawing random_drawing(uint64_t seed, int boids = 400) {
  std::mt19937_64 random(seed);
  const auto number = [&](double low, double high) {
    return static_cast<float>(low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53);
  };
  Drawing drawing;
  drawing.width = static_cast<int>(number(1, 200)), drawing.height = static_cast<int>(number(1, 120));
  const float away = seed % 3 == 0 ? number(1.0, 60.0) : number(60.0, 400.0);  // in the flock, or before it
  const float least = number(0.1, 5.0), size = number(0.1, seed % 4 == 0 ? 30.0 : 3.0);
  drawing.view = seen_from(away, drawing.width, drawing.height, size, least);
  drawing.by = seed % 2 == 0 ? PaintBy::kHeading : PaintBy::kSpeed;
  if (seed % 5 == 0) drawing.view.world = {100.0, 100.0, 100.0}, drawing.view.outline = 0x808080;
  for (int k = 0; k < boids; ++k) {
    Boid boid{number(-20, 120), number(-20, 120), number(-20, 120),
              number(-3, 3),    number(-3, 3),    number(-3, 3)};
    if (k % 17 == 0)
      std::copy_n(drawing.view.eye.begin(), 2, boid.begin());  // flies in front of the eye, or in it
    if (k % 23 == 0) boid[3] = boid[5] = 0.0f;
    if (k % 31 == 0) boid[3] = boid[4] = boid[5] = 0.0f;
    if (k % 37 == 0 && k > 0) boid = drawing.boids.back();
    if (k % 53 == 0) boid[0] *= 1e30f;
    if (k % 59 == 0) boid[1] = std::numeric_limits<float>::infinity();
    if (k % 61 == 0) boid[4] = std::numeric_limits<float>::quiet_NaN();
    drawing.boids.push_back(boid);
  }
  return drawing;
}

TEST(SolidRaster, EveryInstructionSetThreadsAndOrderHaveTheSameBytes) {
  const auto picture = [](const Drawing& drawing, int threads, Simd simd) {
    return picture_of(drawing, threads, simd);
  };
  expect_the_same_bytes(
      120, [](uint64_t seed) { return random_drawing(seed); }, picture);
}

TEST(SolidRaster, KnownPicturesHaveTheirHashes) {
  const std::array<uint64_t, 6> known{11130077845475458900u, 1175941602835803388u, 6337521426166636259u,
                                      18402509615082543002u, 2134524465721411444u, 8035454962531588323u};
  for (uint64_t seed = 101; seed <= 106; ++seed)
    EXPECT_EQ(hash_of(picture_of(random_drawing(seed, 3000))), known[seed - 101]) << "seed " << seed;
}

/// Corners in the picture as boid.vert computes them, and the distance of the boid; in doubles.
struct Corners {
  std::array<std::array<double, 2>, 3> at{};
  double distance = 0.0, light = 0.0;
};
Corners corners_of(const Drawing& drawing, const Boid& boid) {
  const SolidView& view = drawing.view;
  const auto unit = [](const Place& a) {
    const double length = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    return Place{a[0] / length, a[1] / length, a[2] / length};
  };
  const Place ahead = unit({boid[3], boid[4], boid[5]});
  const Place at{boid[0], boid[1], boid[2]};
  const Place to_eye =
      unit({double{view.eye[0]} - at[0], double{view.eye[1]} - at[1], double{view.eye[2]} - at[2]});
  const Place side =
      unit({to_eye[1] * ahead[2] - to_eye[2] * ahead[1], to_eye[2] * ahead[0] - to_eye[0] * ahead[2],
            to_eye[0] * ahead[1] - to_eye[1] * ahead[0]});
  const auto clip = [&](const Place& p, size_t row) {
    const auto& m = view.world_to_clip;
    return p[0] * double{m[row]} + p[1] * double{m[4 + row]} + p[2] * double{m[8 + row]} +
           double{m[12 + row]};
  };
  Corners corners;
  corners.distance = clip(at, 3);
  corners.light = 0.95 + 0.1 * to_eye[2];
  const double size = std::max(double{view.size}, double{view.least} * corners.distance);
  for (size_t k = 0; k < 3; ++k) {
    const double along = k == 0 ? size : std::cos(2.5) / 2 * size,
                 across = k == 0 ? 0.0 : (k == 1 ? 1.0 : -1.0) * std::sin(2.5) / 2 * size;
    Place p{};
    for (size_t axis = 0; axis < 3; ++axis) p[axis] = at[axis] + along * ahead[axis] + across * side[axis];
    corners.at[k] = {0.5 * drawing.width * (1.0 + clip(p, 0) / clip(p, 3)),
                     0.5 * drawing.height * (1.0 - clip(p, 1) / clip(p, 3))};
  }
  return corners;
}

TEST(SolidRaster, EachSampleHasTheColourOfTheNearestBoid) {
  constexpr std::array<std::array<double, 2>, 4> kSamples{
      {{0.375, 0.125}, {0.875, 0.375}, {0.125, 0.625}, {0.625, 0.875}}};
  int64_t differ = 0, covered = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    std::mt19937_64 random(seed);
    const auto number = [&](double low, double high) {
      return static_cast<float>(low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53);
    };
    Drawing drawing;
    drawing.by = PaintBy::kSpeed;
    drawing.view = seen_from(150.0f, drawing.width, drawing.height, number(0.5, 6.0), number(0.5, 5.0));
    for (int k = 0; k < 150; ++k)
      drawing.boids.push_back(
          {number(0, 100), number(0, 100), number(0, 100), number(-2, 2), number(-2, 2), number(-2, 2)});
    const std::vector<uint32_t> picture = picture_of(drawing);
    const std::vector<PaintRow> paint = amount_colours(Palette::kUsual, false);
    std::vector<Corners> corners_of_all;
    for (const Boid& boid : drawing.boids) corners_of_all.push_back(corners_of(drawing, boid));
    for (int y = 0; y < drawing.height; ++y) {
      for (int x = 0; x < drawing.width; ++x) {
        std::array<double, 3> sum{};
        bool any = false;
        for (const auto& sample : kSamples) {
          std::array<double, 3> colour{12.0, 16.0, 20.0};
          double nearest = 1e9;
          for (size_t i = 0; i < drawing.boids.size(); ++i) {
            const Boid& boid = drawing.boids[i];
            const Corners& corners = corners_of_all[i];
            int sides = 0;
            for (size_t k = 0; k < 3; ++k) {
              const auto &a = corners.at[k], &b = corners.at[(k + 1) % 3];
              sides +=
                  (b[0] - a[0]) * (y + sample[1] - a[1]) > (b[1] - a[1]) * (x + sample[0] - a[0]) ? 1 : -1;
            }
            if (std::abs(sides) < 3 || corners.distance >= nearest) continue;
            nearest = corners.distance;
            any = true;
            const double speed = std::hypot(boid[3], boid[4], boid[5]);
            const auto row =
                static_cast<size_t>(std::floor(std::min(speed / 3.0, 1.0) * (kAmounts - 1) + 0.5));
            const double deep = std::clamp(
                (nearest - double{drawing.view.haze}) / double{drawing.view.full - drawing.view.haze}, 0.0,
                1.0);
            const double veil = 0.8 * deep * deep * (3.0 - 2.0 * deep);
            for (size_t k = 0; k < 3; ++k) {
              const double lit = paint[row][k] * corners.light;
              colour[k] = std::min(lit + (double{drawing.view.background[k]} - lit) * veil, 255.0);
            }
          }
          for (size_t k = 0; k < 3; ++k) sum[k] += 0.25 * colour[k];
        }
        const uint32_t pixel = picture[static_cast<size_t>(y * drawing.width + x)];
        double most = 0.0;
        for (unsigned k = 0; k < 3; ++k) most = std::max(most, std::abs((pixel >> 8 * k & 255u) - sum[k]));
        covered += any ? 1 : 0;
        differ += most > 1.5 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(covered, 10000);
  EXPECT_LE(differ, covered / 2000) << "samples on an edge, in float32";
}

TEST(SolidRaster, WhatIsNotInSightLeavesThePictureAsItIs) {
  Drawing drawing;
  drawing.view = seen_from(150.0f, drawing.width, drawing.height, 2.0f, 2.0f);
  const std::vector<uint32_t> empty = picture_of(drawing);
  EXPECT_EQ(empty, std::vector<uint32_t>(160 * 90, 0xff14100c));
  drawing.boids = {
      {50, 300, 50, 1, 0, 0}, {50, 199.5f, 50, 1, 0, 0}, {1e30f, 0, 0, 1, 0, 0}, {50, 0, 900, 1, 0, 0}};
  for (const Simd simd : {Simd::kScalar, Simd::kAuto}) EXPECT_EQ(picture_of(drawing, 1, simd), empty);
}

/// Boids reach beyond a band and beyond the picture's borders.
TEST(SolidRaster, APictureLeavesNothingForTheNext) {
  BoidRaster raster(3);
  for (uint64_t seed = 1; seed <= 9; ++seed) {
    const Drawing drawing = random_drawing(seed);
    EXPECT_EQ(picture_of(drawing, raster), picture_of(drawing)) << "seed " << seed;
  }
}

TEST(Densities, AreThoseAroundEachBoid) {
  ThreadPool threads(3);
  for (const size_t dimensions : {size_t{2}, size_t{3}}) {
    const std::vector<double> world(dimensions, 100.0);
    std::mt19937_64 random(7);
    std::vector<float> boids;
    for (int k = 0; k < 20000; ++k)
      for (size_t axis = 0; axis < 2 * dimensions; ++axis)
        boids.push_back(static_cast<float>(random() >> 40) * (axis == 0 && k % 2 == 0 ? 12.5f : 100.0f) *
                        0x1p-24f);
    std::vector<float> out;
    count_densities(boids.data(), static_cast<int64_t>(2 * dimensions), 20000, world, threads, out);
    // Half of the boids are in an eighth of the world along x: 0.5 / 0.125 + 0.5 = 4.5 times the mean there, 0.5 elsewhere.
    double dense = 0.0, thin = 0.0;
    int64_t inside = 0, outside = 0;
    for (size_t k = 0; k < out.size(); ++k) {
      const float x = boids[2 * dimensions * k];
      if (x > 2.5f && x < 7.5f) dense += double{out[k]}, ++inside;
      if (x > 20.0f) thin += double{out[k]}, ++outside;
    }
    EXPECT_NEAR(dense / static_cast<double>(inside), (std::log2(4.5) + 1.0) / 5.0, 0.04) << dimensions;
    EXPECT_NEAR(thin / static_cast<double>(outside), 0.03, 0.03) << dimensions;
  }
}

}  // namespace
}  // namespace murmur
