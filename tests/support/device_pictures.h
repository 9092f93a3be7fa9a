// Pictures that a device draws of the boids in its memory, and those that the host draws of the same flock: one picture of each kind.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/backends/backend.h"
#include "sim/raster/boid_raster.h"
#include "sim/raster/palette.h"
#include "sim/raster/raster_scalar.h"
#include "sim/scenario/source.h"

namespace murmur {

struct DevicePicture {
  std::string name;
  float size;  ///< of a boid [pixels]; in space [world units]
  double alpha;
  PaintBy by;
  bool upwards;  ///< the lowest row comes first in memory
};

/// A world of the scenario's size before an eye that looks along -y, so near that some boids are outside of the picture.
inline SolidView view_of(const std::vector<double>& world, int width, int height, float size) {
  SolidView view;
  const auto across = static_cast<float>(world[0]), away = 0.7f * across;
  const float slope = 0.365f, narrow = static_cast<float>(height) / static_cast<float>(width) / slope;
  auto& m = view.world_to_clip;
  m[0] = -narrow, m[12] = 0.5f * across * narrow;
  m[9] = 1.0f / slope, m[13] = -0.5f * static_cast<float>(world[2]) / slope;
  m[7] = -1.0f, m[15] = 0.5f * static_cast<float>(world[1]) + away;
  view.eye = {0.5f * across, m[15], 0.5f * static_cast<float>(world[2])};
  view.nearest = 0.01f * away;
  view.size = size;
  view.pixels = 0.5f * static_cast<float>(height) / slope;
  view.least = 1.4f / view.pixels;
  view.haze = 0.5f * away, view.full = 2.0f * away;
  view.background = {12.0f, 16.0f, 20.0f};
  for (size_t k = 0; k < 3; ++k) view.world[k] = world[k];
  view.outline = 0x808080;
  return view;
}

/// A flock of the preset, in two species.
inline ScenarioSource two_species(const std::string& preset, int64_t boids) {
  ScenarioOverrides overrides;
  overrides.boids = boids;
  return ScenarioSource::from_text(
      "preset = \"" + preset + "\"\n[[species]]\nname = \"a\"\n[[species]]\nname = \"b\"\n", "two",
      overrides);
}

/// Expects `backend` to draw a flock of `world`, with numbers of `column`, as the host does.
inline void expect_pictures_of_the_host(Backend<float>& backend, const std::vector<double>& world,
                                        const DrawnColumn* column) {
  const bool solid = world.size() == 3;
  const auto floats = static_cast<size_t>(instance_floats(static_cast<int>(world.size()))),
             count = static_cast<size_t>(backend.count());
  std::vector<float> boids(floats * count), numbers(count);
  backend.write_instances(boids.data());
  if (column) backend.write_column(*column, numbers.data());
  const int width = 150, height = 110;
  for (const auto& [name, size, alpha, by, upwards] :
       {DevicePicture{"small", 1.4f, 0.4, PaintBy::kHeading, false},
        DevicePicture{"large", 14.0f, 1.0, PaintBy::kSpeed, true},
        DevicePicture{"of one colour", 3.0f, 0.7, PaintBy::kOne, false},
        DevicePicture{"of numbers", 5.0f, 0.9, PaintBy::kNumber, true}}) {
    SCOPED_TRACE(name);
    if (by == PaintBy::kNumber && !column) continue;
    std::vector<std::array<int32_t, 4>> paint;
    const int climbs = solid && by == PaintBy::kHeading ? kClimbs : 1;
    for (int k = 0; k < kHeadings * climbs + 1; ++k)
      paint.push_back({k % 256, 255 - k % 256, (7 * k) % 256, 1});
    const DepthTables depths = depth_tables(alpha);
    const SolidView view = solid ? view_of(world, width, height, size) : SolidView{};
    std::vector<uint32_t> host(static_cast<size_t>(width * height)), device;
    for (size_t k = 0; k < host.size(); ++k)
      host[k] = 0xff000000u | static_cast<uint32_t>(k * 2654435761u) >> 8;
    device = host;
    const auto scale = static_cast<float>(1.3 * width / world[0]);
    const auto job_of = [&](std::vector<uint32_t>& picture) {
      return RasterJob{.solid = solid ? &view : nullptr,
                       .scale_x = scale,
                       .offset_x = -20.0f,
                       .scale_y = -scale,
                       .offset_y = 1.0f * height,
                       .size = size,
                       .span = span_of(size),
                       .paint_by = by,
                       .colours = kHeadings,
                       .paint = paint.data(),
                       .earth = static_cast<int>(paint.size()) - 1,
                       .range = 3.0f,
                       .depths = &depths,
                       .picture = picture.data() + (upwards ? width * (height - 1) : 0),
                       .row_stride = upwards ? -width : width,
                       .width = width,
                       .height = height};
    };
    const std::vector<PictureShift> shifts{{0.0f, 0.0f}, {70.5f, -3.0f}};
    const std::vector<uint32_t> before = host;
    RasterJob job = job_of(host);
    job.boids = boids.data(), job.stride = static_cast<int64_t>(floats), job.count = backend.count();
    if (by == PaintBy::kNumber) job.numbers = numbers.data();
    BoidRaster(2).draw(job, shifts);
    std::vector<SampleKey> outline;
    if (solid) {
      each_outline_sample(job, 0, height, [&](int column_at, int row, size_t line, int64_t key) {
        outline.push_back({4 * (int64_t{row} * width + column_at) + static_cast<int64_t>(line), key});
      });
    }
    ASSERT_TRUE(
        backend.draw_boids(job_of(device), shifts, outline, by == PaintBy::kNumber ? column : nullptr));
    EXPECT_NE(host, before);
    EXPECT_EQ(device, host);
  }
}

}  // namespace murmur
