// How large and how solid boids are drawn, so that a hundred and a million both read well. No OpenGL.
#pragma once

#include <cstdint>

#include "sim/scenario.h"

namespace murmur {

enum class ColourBy : uint8_t { kHeading, kSpeed, kOne };

struct BoidLook {
  float size = 1.0f;          ///< triangle's centre to its tip [world units]
  float least_pixels = 2.0f;  ///< drawn no smaller than this
  float alpha = 1.0f;
};

/// `pixels_per_unit`: the camera's, in 3D at its target.
BoidLook boid_look(const Scenario& scenario, int64_t boids, double pixels_per_unit);

}  // namespace murmur
