// Number of boids in the cells of a coarse grid over the world, counted by OpenGL from the instance buffer,
// for colour by density. Only for drawing. Used by BoidRenderer.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <glad/gl.h>

#include "render/gl/shader.h"

namespace murmur {

class Crowding {
 public:
  Crowding();
  ~Crowding();
  Crowding(const Crowding&) = delete;
  Crowding& operator=(const Crowding&) = delete;

  /// `instances`: buffer of (boids, 2 D) floats; `world` (D,).
  void count(GLuint instances, int64_t boids, const std::vector<double>& world);
  /// For a shader with crowding.glsl, before it draws.
  void set_uniforms(const Shader& shader) const;

 private:
  void lay_cells(int64_t boids, const std::vector<double>& world);

  Shader shader_;
  GLuint counts_ = 0, texture_ = 0;
  size_t cell_count_ = 0;
  std::array<int, 3> cells_{1, 1, 1};
  std::array<float, 3> cell_size_{1.0f, 1.0f, 1.0f};
  float mean_count_ = 1.0f;
};

}  // namespace murmur
