// A picture of a plain flock in memory, whose boids the processor draws (sim/raster), without OpenGL: the same bytes everywhere. Used by
// Scene where no GPU draws, and by PlainPictures.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "render/scene/boid_look.h"
#include "render/scene/camera.h"
#include "sim/raster/boid_raster.h"
#include "sim/raster/palette.h"
#include "sim/raster/raster_effects.h"

namespace murmur {

inline constexpr Rgb kOutlineOnDark{0.17f, 0.20f, 0.26f}, kOutlineOnLight{0.74f, 0.76f, 0.79f};

/// Boids as Backend::write_instances() and write_column() give them.
struct DrawnBoids {
  const float *boids, *numbers;
  int64_t stride, count;
  ColourBy by;                       ///< shown_colours()
  Backend<float>* device = nullptr;  ///< draws its boids itself; `boids` and `numbers` are then null
  std::optional<DrawnColumn> column = {};
};

class FlockPicture {
 public:
  /// `threads`: 0: as many as processors.
  explicit FlockPicture(int threads = 0, Simd simd = Simd::kAuto) : raster_(threads, simd) {}
  /// Whether boids of this look are drawn so. None are where $MURMUR_DRAWING asks for something of OpenGL.
  static bool suits(const Scenario& scenario, const Look& look);
  /// Whether there is nothing in the world but boids: no walls, predators and other marks.
  static bool has_boids_alone(const Scenario& scenario);

  void resize(int width, int height);
  int width() const { return width_; }
  int height() const { return height_; }
  uint32_t* pixels() {
    return pixels_.data();
  }  ///< (height, width), RGBA, the lowest row first as OpenGL has them
  const uint32_t* pixels() const { return pixels_.data(); }

  ThreadPool& threads() { return raster_.threads(); }

  /// Draws the background and a flat world's outline. The camera's size may be another.
  void clear(const Camera& camera, const BoidColours& colours);
  /// Draws all boids over the picture, with the trails and the glow of the settings; in space also the world's outline.
  /// @returns false where drawn.device cannot: the picture has no boids.
  bool draw(const DrawnBoids& drawn, const Camera& camera, const BoidLook& look, const BoidColours& colours,
            const DrawOffsets& offsets, const PictureSettings& settings);

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
  RasterJob job_of(const Camera& camera);
  void set_view(const Camera& camera, const BoidLook& look, const BoidColours& colours);
  void move(const DrawnBoids& drawn, int dimensions, const DrawOffsets& offsets);

  BoidRaster raster_;
  std::optional<Paint> paint_;
  std::vector<std::array<int32_t, 4>> rows_;
  DepthTables depths_;
  int width_ = 0, height_ = 0;
  std::vector<uint32_t> pixels_;
  std::vector<float> moved_;  // boids as they were a share of a step ago
  std::vector<float> densities_;
  SolidView solid_;  // view of the last picture in space
  RasterEffects effects_;
  std::vector<uint32_t> before_;  // picture without boids
};

}  // namespace murmur
