// Single boids for display: the one under the pointer, those around it, and texts for them. Independent of the window.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/scene/projection.h"
#include "sim/backends/backend.h"

namespace murmur {

/// The boid drawn nearest to a pixel, if it is within `most` pixels of it.
std::optional<uint32_t> nearest_boid(Backend<float>& backend, const Camera& camera, double x, double y,
                                     double most);

/// A boid in the picture.
struct SeenBoid {
  std::vector<double> position, velocity;  ///< (D,)
  double x = 0.0, y = 0.0;                 ///< [pixels]
  double away = 0.0;                       ///< distance from the pointer [pixels]
};
/// Boids of FlockAnswers::seen that are in the picture: the `most` nearest to a pixel, nearest first.
std::vector<SeenBoid> boids_in_picture(const std::vector<float>& seen, const Camera& camera, double x,
                                       double y, size_t most);

/// "37°", counter-clockwise from the right; in 3D "37° up 12°".
std::string heading_text(const std::vector<double>& velocity);
/// "[1.23, -0.45]".
std::string vector_text(const std::vector<double>& numbers, int decimals);

}  // namespace murmur
