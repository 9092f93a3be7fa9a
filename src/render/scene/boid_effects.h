// Trails and glow of the boids. Both work on pictures, not on boids: the difference between the picture with and
// without boids is kept and fades (trails), or is blurred and added (glow). So they cost the same for any number of
// boids and suit every shape, 2D and 3D, on dark and light backgrounds. Used by Scene around the drawing of the boids.
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

  /// Is called before the boids are drawn into the bound framebuffer, whose size is the viewport's.
  void begin(const PictureSettings& settings);
  /// Is called after the boids. Leaves framebuffer, viewport, blending and depth test as they were.
  void end(const PictureSettings& settings, const Camera& camera, const std::array<float, 3>& background);

 private:
  struct Parts;  // shaders and textures, made when first wanted
  void fade_trails(const PictureSettings& settings, const Camera& camera,
                   const std::array<float, 3>& background);
  void blur();
  void use_pictures() const;

  std::unique_ptr<Parts> parts_;
};

}  // namespace murmur
