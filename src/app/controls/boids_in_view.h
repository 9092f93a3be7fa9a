// Finds boids in the picture, and makes texts for them: the boid under the pointer, and those around it. Independent of the window.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/scene/projection.h"
#include "sim/backends/backend.h"

namespace murmur {

/// The boid that is drawn nearest to a pixel, if it is within `most` pixels.
std::optional<uint32_t> nearest_boid(Backend<float>& backend, const Camera& camera, double x, double y,
                                     double most);

/// The position (D,) of this boid.
std::optional<std::vector<double>> nearest_place(Backend<float>& backend, const Camera& camera, double x,
                                                 double y, double most);

/// A boid that is in the picture, with its pixel.
struct SeenBoid {
  std::vector<double> position, velocity;  ///< (D,)
  double x = 0.0, y = 0.0;                 ///< [pixels]
  double away = 0.0;                       ///< distance from the pointer [pixels]
};
/// The boids of FlockAnswers::seen that are in the picture: at most `most`, the nearest to a pixel first.
std::vector<SeenBoid> boids_in_picture(const std::vector<float>& seen, const Camera& camera, double x,
                                       double y, size_t most);

/// A heading as text: "37°", counter-clockwise from the right; in 3D "37° up 12°".
std::string heading_text(const std::vector<double>& velocity);
/// Numbers as text: "[1.23, -0.45]".
std::string vector_text(const std::vector<double>& numbers, int decimals);

}  // namespace murmur
