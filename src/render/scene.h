// The whole picture but the text: background, the world's border, the boids. Draws into the target that is
// bound; the same for window, film and tests.
#pragma once

#include "render/boid_renderer.h"
#include "render/camera.h"
#include "render/shader.h"
#include "sim/scenario.h"

namespace murmur {

class Scene {
 public:
  Scene();
  ~Scene();
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  BoidRenderer& boids() { return boids_; }
  void set_colour_by(ColourBy by) { colour_by_ = by; }
  void set_shape(BoidShape shape) { shape_ = shape; }
  void set_light(bool light) { light_ = light; }  ///< the background; else a dark sky
  void draw(const Camera& camera, const Scenario& scenario, int64_t boid_count) const;

 private:
  void draw_outline(const Camera& camera) const;

  BoidRenderer boids_;
  Shader outline_;
  GLuint no_attributes_ = 0;
  ColourBy colour_by_ = ColourBy::kHeading;
  BoidShape shape_ = BoidShape::kTriangle;
  bool light_ = false;
};

}  // namespace murmur
