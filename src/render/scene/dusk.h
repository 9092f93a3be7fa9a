// Birds before an evening sky. The boids add to the optical depth of each pixel, in any order, and the light of the sky that
// passes them is what is seen: a flock is darker where more birds are in line. Three calls: sky, birds, and the birds over the
// sky. Used by Scene.
#pragma once

#include <memory>

#include <glad/gl.h>

#include "render/gl/picture_texture.h"
#include "render/gl/shader.h"
#include "render/scene/camera.h"

namespace murmur {

class Dusk {
 public:
  Dusk();
  ~Dusk();
  Dusk(const Dusk&) = delete;
  Dusk& operator=(const Dusk&) = delete;

  /// Over the whole bound framebuffer, whose size is the viewport's; also empties the depths.
  void draw_sky(const Camera& camera);
  /// The framebuffer of the depths, to which the boids that are drawn next add; the caller puts framebuffer and blending back.
  void bind_depths() const;
  /// The birds, over the bound framebuffer.
  void draw_birds() const;

 private:
  void run(const Shader& shader) const;

  Shader sky_, birds_;
  std::unique_ptr<PictureTexture> depths_;
  GLuint no_attributes_ = 0;
};

}  // namespace murmur
