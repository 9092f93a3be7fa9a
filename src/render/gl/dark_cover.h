// Darkens the bound framebuffer, for a picture that fades out and in. Needs an OpenGL context.
#pragma once

#include "render/gl/shader.h"

namespace murmur {

class DarkCover {
 public:
  DarkCover();
  ~DarkCover();
  DarkCover(const DarkCover&) = delete;
  DarkCover& operator=(const DarkCover&) = delete;

  /// Draws the darkening. `share`: 0 leaves the picture as it is, 1 makes it black.
  void draw(double share) const;

 private:
  Shader shader_;
  GLuint no_attributes_ = 0;
};

}  // namespace murmur
