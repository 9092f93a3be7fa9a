// Draws a picture of a plain flock into memory with the processor (sim/raster), without OpenGL: the bytes are the
// same everywhere. Used by Scene if no GPU draws, and by PlainPictures.
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

/// Boids as Backend::write_instances() and write_column() write them.
struct DrawnBoids {
  const float *boids, *numbers;
  int64_t stride, count;
  ColourBy by;                       ///< result of shown_colours()
  Backend<float>* device = nullptr;  ///< a device that draws its own boids; `boids`, `numbers` are null
  std::optional<DrawnColumn> column = {};
};

class FlockPicture {
 public:
  /// `threads`: number of threads; 0: one per processor.
  explicit FlockPicture(int threads = 0, Simd simd = Simd::kAuto) : raster_(threads, simd) {}
  /// Whether FlockPicture can draw boids of this look. False if $MURMUR_DRAWING asks for OpenGL.
  static bool suits(const Scenario& scenario, const Look& look);
  /// Whether the world has nothing but boids: no walls, predators or other marks.
  static bool has_boids_alone(const Scenario& scenario);

  void resize(int width, int height, PixelOrder order = PixelOrder::kRgbaUpwards);
  int width() const { return width_; }
  int height() const { return height_; }
  uint32_t* pixels() { return pixels_.data(); }  ///< (height, width) RGBA, the lowest row first as in OpenGL
  const uint32_t* pixels() const { return pixels_.data(); }

  ThreadPool& threads() { return raster_.threads(); }

  /// Draws the background, and the outline of a 2D world. The camera may have another size than the picture.
  void clear(const Camera& camera, const BoidColours& colours);
  /// Draws all boids over the picture, with the trails and the glow of the settings; in 3D also the world's outline.
  /// `done`: gets the rows of the finished picture. @returns false if drawn.device cannot draw them; then the picture has no boids.
  bool draw(const DrawnBoids& drawn, const Camera& camera, const BoidLook& look, const BoidColours& colours,
            const DrawOffsets& offsets, const PictureSettings& settings, const RowsDone& done = {});

 private:
  /// Inputs of the present tables of colours and depths.
  struct Paint {
    ColourBy by;
    Palette palette;
    bool light;
    std::vector<Rgb> species;
    Rgb one;
    float alpha;
    PixelOrder order;
    bool operator==(const Paint&) const = default;
  };
  uint32_t pixel_of(const Rgb& colour) const;
  uint32_t outline_colour(const BoidColours& colours) const;
  void take(const Paint& paint);
  RasterJob job_of(const Camera& camera);
  void set_view(const Camera& camera, const BoidLook& look, const BoidColours& colours);
  void move(const DrawnBoids& drawn, int dimensions, const DrawOffsets& offsets);

  BoidRaster raster_;
  std::optional<Paint> paint_;
  std::vector<std::array<int32_t, 4>> rows_;
  DepthTables depths_;
  int width_ = 0, height_ = 0;
  PixelOrder order_ = PixelOrder::kRgbaUpwards;
  std::vector<uint32_t> pixels_;
  std::vector<float> moved_;  // boids at their drawn positions
  std::vector<float> densities_;
  SolidView solid_;  // view of the last 3D picture
  RasterEffects effects_;
  std::vector<uint32_t> before_;  // picture without boids
};

}  // namespace murmur
