// Size and opacity of boids, so that flocks of a hundred and of a million are both legible. No OpenGL.
#pragma once

#include <cstdint>
#include <optional>

#include "render/scene/picture_settings.h"
#include "sim/scenario/scenario.h"

namespace murmur {

struct BoidLook {
  float size = 1.0f;          ///< triangle's centre to its tip [world units]
  float least_pixels = 2.0f;  ///< drawn no smaller than this
  float alpha = 1.0f;
  BoidShape shape = BoidShape::kTriangle;
  bool points = false;  ///< too small for a shape, and no GPU draws: squares of point_pixels instead
  float point_pixels = 1.0f;
  bool slim = false;                          ///< arrows too small for a shaft and a head: slim triangles
  bool body_dots = false, head_dots = false;  ///< discs small enough to be drawn as points, which are round
  bool disc_dots = false;                     ///< so small that body and head are one point
  float body_pixels = 5.0f, head_pixels = 2.0f;  ///< disc, dot and heading: radii
  std::optional<float> bird_span;  ///< birds, from wing tip to wing tip [world units]; none: the shape
  double beats = 0.0;              ///< of a bird's wings since step 0
  float ahead_pixels = 10.0f;      ///< disc: from body to head at full speed
};

/// `pixels_per_unit`: the camera's, in 3D at its target.
/// `points`: triangles may become points, which are cheaper without a GPU.
BoidLook boid_look(const Scenario& scenario, int64_t boids, double pixels_per_unit,
                   const PictureSettings& settings, bool points = true);

}  // namespace murmur
