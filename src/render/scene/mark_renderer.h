// Draws marks (marks.h) with one instanced call, and the terrain below them. Owns the buffer of the marks and the
// texture of the height map. Used by Scene.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <glad/gl.h>

#include "render/gl/shader.h"
#include "render/scene/camera.h"
#include "render/scene/marks.h"
#include "sim/scenario/scenario.h"

namespace murmur {

class MarkRenderer {
 public:
  MarkRenderer();
  ~MarkRenderer();
  MarkRenderer(const MarkRenderer&) = delete;
  MarkRenderer& operator=(const MarkRenderer&) = delete;

  void set_background(const std::array<float, 3>& background, bool light) {
    background_ = background;
    light_ = light;
  }
  void draw(const std::vector<Mark>& marks, const Camera& camera) const;
  /// Draws contour lines and shade of the terrain; in 3D the perching ground.
  void draw_ground(const Scenario& scenario, const Camera& camera);

 private:
  void take_heights(const std::string& image);

  Shader mark_, ground_;
  GLuint vertex_array_ = 0, buffer_ = 0, no_attributes_ = 0, heights_ = 0;
  std::string image_;  // source of the heights in the texture
  std::array<float, 3> background_{};
  bool light_ = false;
};

}  // namespace murmur
