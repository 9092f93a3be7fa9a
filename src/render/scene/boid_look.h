// Size and opacity of boids, so that flocks of a hundred and of a million are both legible. No OpenGL.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "render/scene/camera.h"
#include "render/scene/picture_settings.h"
#include "sim/scenario/scenario.h"

namespace murmur {

inline constexpr double kBirdArea = 0.12;  ///< area of a bird of span 1 in bird.frag

/// How birds are lit, and the map that their shadow has on the ground (shaders/shadow.glsl).
struct BirdLight {
  bool day = false;               ///< birds are lit
  std::array<float, 3> sun{};     ///< direction of the sun
  std::array<float, 4> ground{};  ///< lowest corner of the map [world units], 1 / its size
  float texel = 1.0f;             ///< size of a texel of the map [world units]
  float high = 1.0f;              ///< height of the world: the map's heights are shares of it
};

struct BoidLook {
  float size = 1.0f;          ///< triangle's centre to its tip [world units]
  float least_pixels = 2.0f;  ///< drawn no smaller than this
  float alpha = 1.0f;
  BoidShape shape = BoidShape::kTriangle;
  bool points = false;  ///< too small for a shape, and no GPU draws: squares of point_pixels instead
  float point_pixels = 1.0f;
  /// 2D triangles and their points where a pixel has one sample: they are blended by the share of it that they cover. In 3D boids hide
  /// those behind them, and nothing is blended.
  bool soft = false;
  bool slim = false;                          ///< arrows too small for a shaft and a head: slim triangles
  bool body_dots = false, head_dots = false;  ///< discs small enough to be drawn as points, which are round
  bool disc_dots = false;                     ///< so small that body and head are one point
  float body_pixels = 5.0f, head_pixels = 2.0f;  ///< disc, dot and heading: radii
  std::optional<float> bird_span;  ///< birds, from wing tip to wing tip [world units]; none: the shape
  double beats = 0.0;              ///< beats of a bird's wings since step 0
  float shutter = 0.0f;            ///< a bird is drawn along its way in this time [unit time]
  BirdLight light = {};            ///< light of birds
  float ahead_pixels = 10.0f;      ///< disc: from body to head at full speed
  float line_time = 3.0f;  ///< dot and heading: the line is as long as the way in this time [unit time]
};

/// `points`: triangles may become points, which are cheaper without a GPU.
BoidLook boid_look(const Scenario& scenario, int64_t boids, const Camera& camera,
                   const PictureSettings& settings, bool points = true);

}  // namespace murmur
