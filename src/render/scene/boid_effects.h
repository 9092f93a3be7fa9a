// Trails and glow of the boids. Both work on pictures: the difference between the picture with and without boids is
// kept and fades (trails), or is blurred and added (glow). The cost is the same for any number of boids, and all
// shapes, dimensions and backgrounds work. Used by Scene around the drawing of the boids.
#pragma once

#include <array>
#include <memory>

#include <glad/gl.h>

#include "render/gl/picture_texture.h"
#include "render/gl/shader.h"
#include "render/scene/camera.h"
#include "render/scene/picture_settings.h"

namespace murmur {

class BoidEffects {
 public:
  BoidEffects();
  ~BoidEffects();
  BoidEffects(const BoidEffects&) = delete;
  BoidEffects& operator=(const BoidEffects&) = delete;

  /// Called before the boids are drawn into the bound framebuffer, whose size is that of the viewport.
  void begin(const PictureSettings& settings);
  /// Called after the boids are drawn. Leaves framebuffer, viewport, blending and depth test as they were.
  void end(const PictureSettings& settings, const Camera& camera, const std::array<float, 3>& background);

 private:
  struct Parts;  // shaders and textures, made at first use
  void fade_trails(const PictureSettings& settings, const Camera& camera,
                   const std::array<float, 3>& background);
  void blur();
  void use_pictures() const;

  std::unique_ptr<Parts> parts_;
};

}  // namespace murmur
