// Counts the boids in the cells of a coarse grid over the world with OpenGL: each boid is a point that is added to
// the pixel of its cell. Only for colours by density. Used by BoidRenderer.
#pragma once

#include <cstdint>
#include <vector>

#include <glad/gl.h>

#include "render/gl/shader.h"
#include "sim/raster/densities.h"

namespace murmur {

class Crowding {
 public:
  Crowding();
  ~Crowding();
  Crowding(const Crowding&) = delete;
  Crowding& operator=(const Crowding&) = delete;

  /// Counts the boids. `points`: vertex array whose attribute 0 is the position; `world` (D,). Leaves the bound target as it was.
  void count(GLuint points, int64_t boids, const std::vector<double>& world);
  /// Sets the uniforms of a shader with crowding.glsl. To be called before the shader draws.
  void set_uniforms(const Shader& shader) const;

 private:
  void make_texture();

  Shader shader_;
  GLuint texture_ = 0, framebuffer_ = 0;
  int width_ = 0, height_ = 0;  // size of the texture
  DensityCells grid_;
};

}  // namespace murmur
