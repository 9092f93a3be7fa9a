// Triangles of a 2D flock drawn by the processor (sim/raster), over what OpenGL has drawn so far: where a processor draws anyway, that takes a
// tenth of the time, and the same picture everywhere. Used by Scene.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "render/gl/picture_texture.h"
#include "render/scene/boid_look.h"
#include "render/scene/boid_renderer.h"
#include "render/scene/camera.h"
#include "sim/raster/boid_raster.h"
#include "sim/raster/palette.h"

namespace murmur {

class BoidLayer {
 public:
  /// Whether pictures of this look are drawn so: they need one sample of each pixel. An OpenGL context must be current.
  static bool suits(const Scenario& scenario, const Look& look);
  /// Draws all boids over the bound framebuffer.
  void draw(const BoidRenderer& boids, const Camera& camera, const BoidLook& look, const BoidColours& colours,
            const BoidPlaces& places);

 private:
  /// The colours and depths that were made last.
  struct Paint {
    ColourBy by;
    Palette palette;
    bool light;
    std::vector<Rgb> species;
    Rgb one;
    float alpha;
    bool operator==(const Paint&) const = default;
  };
  void take(const Paint& paint);
  const float* moved(const float* boids, int64_t count, const BoidPlaces& places);

  BoidRaster raster_;
  std::optional<Paint> paint_;
  std::vector<std::array<int32_t, 4>> rows_;
  DepthTables depths_;
  std::vector<uint32_t> picture_;
  std::vector<float> moved_;  // boids as they were a share of a step ago
  std::optional<PictureTexture> texture_;
};

}  // namespace murmur
