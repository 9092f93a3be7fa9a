// Single boids for display: the one under the pointer, those around it, the neighbours of a boid, and texts
// for them. Reads states and instances; independent of the window.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "render/scene/camera.h"
#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

/// The boid drawn nearest to a pixel, if it is within `most` pixels of it.
std::optional<uint32_t> nearest_boid(const State<float>& state, const Camera& camera, double x, double y,
                                     double most);

/// A boid in the picture.
struct SeenBoid {
  std::vector<double> position, velocity;  ///< (D,)
  double x = 0.0, y = 0.0;                 ///< [pixels]
  double away = 0.0;                       ///< from the pointer [pixels]
};

/// The `most` nearest within `reach` pixels, nearest first; of a crowd one for each square of `apart` pixels.
/// `instances`: as Backend::write_instances has them.
std::vector<SeenBoid> boids_near(const std::vector<float>& instances, const Camera& camera, double x,
                                 double y, double reach, double apart, size_t most);

/// The positions of a boid's neighbours by the contract's float arithmetic: within R, and in view. A
/// coincident boid counts only with a field of view of 360 degrees.
std::vector<std::vector<double>> neighbours_of(const std::vector<float>& instances, const Scenario& scenario,
                                               std::span<const float> position,
                                               std::span<const float> velocity);

/// "37°", counter-clockwise from the right; in 3D "37° up 12°".
std::string heading_text(const std::vector<double>& velocity);
/// "[1.23, -0.45]".
std::string vector_text(const std::vector<double>& numbers, int decimals);

}  // namespace murmur
