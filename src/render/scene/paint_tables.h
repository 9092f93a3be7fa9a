// The textures with the colours of boids for shaders: by heading and by amount, for a dark or a light background
// (sim/raster/palette.h). Used by BoidRenderer.
#pragma once

#include <optional>
#include <utility>

#include <glad/gl.h>

#include "render/gl/shader.h"
#include "sim/look/look.h"

namespace murmur {

class PaintTables {
 public:
  PaintTables();
  ~PaintTables();
  PaintTables(const PaintTables&) = delete;
  PaintTables& operator=(const PaintTables&) = delete;

  void fill(Palette palette, bool light);
  /// Fills the tables and binds them for a shader. Leaves framebuffer and viewport as they are.
  void use(const Shader& shader, Palette palette, bool light);
  /// Textures for legends: headings from 0 to 360 degrees (level in the middle row), and in amounts() amounts from little to much.
  GLuint headings() const { return headings_; }
  GLuint amounts() const { return amounts_; }

 private:
  GLuint headings_ = 0, amounts_ = 0;
  std::optional<std::pair<Palette, bool>> filled_for_;  // palette, and whether the background is light
};

}  // namespace murmur
