// Draws the walls of a scenario: in 2D lines and filled outlines, in 3D translucent surfaces with lines where they
// bend. Owns buffers, which are filled again only when the walls change. Used by Scene.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include <glad/gl.h>

#include "render/gl/shader.h"
#include "render/scene/boid_renderer.h"
#include "render/scene/camera.h"
#include "sim/scenario/scenario.h"
#include "sim/walls/wall_pieces.h"

namespace murmur {

class WallRenderer {
 public:
  WallRenderer();
  ~WallRenderer();
  WallRenderer(const WallRenderer&) = delete;
  WallRenderer& operator=(const WallRenderer&) = delete;

  /// Fills the buffers if the walls of the scenario have changed. @throws UserError where the file of a wall cannot be read.
  void take(const Scenario& scenario);
  /// Draws the walls with blending; in 3D with the present depth test. `background`: colour of the depth cue;
  /// `light`: the background is light.
  void draw(const Camera& camera, const DrawOffsets& offsets, const std::array<float, 3>& background,
            bool light) const;

 private:
  using Place = std::array<float, 3>;
  static constexpr float kFar = std::numeric_limits<float>::max();
  /// Shifts of the copies of the walls, and a box outside which no wall is drawn.
  struct Images {
    std::vector<Place> shifts;
    Place least{-kFar, -kFar, -kFar}, most{kFar, kFar, kFar};
  };
  Images images(const std::vector<double>& world, const DrawOffsets& offsets) const;

  Shader line_, face_;
  GLuint line_array_ = 0, face_array_ = 0, lines_ = 0, corners_ = 0, normals_ = 0;
  GLsizei line_count_ = 0, corner_count_ = 0;
  Place low_{}, high_{};  // a box around all walls
  WallsKey drawn_;
};

}  // namespace murmur
