// Single boids for display: the one under the pointer, those around it, the neighbours of a boid, and texts
// for them. A backend on a device answers without a copy of the flock; independent of the window.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "render/scene/projection.h"
#include "sim/backends/backend.h"
#include "sim/backends/flock_questions.h"

namespace murmur {

/// The boid drawn nearest to a pixel, if it is within `most` pixels of it.
std::optional<uint32_t> nearest_boid(Backend<float>& backend, const Camera& camera, double x, double y,
                                     double most);

/// The flock's copy, for backends that do not answer by themselves.
struct FlockCopyInView {
  std::vector<float> instances;  ///< result of Backend::write_instances()
  State<float> boid;             ///< boid that was asked for
  bool startled = false;         ///< the next step startles it
};
/// What separation, alignment and cohesion add to the velocity of that boid in the next step [world units / unit time].
std::array<std::array<float, 3>, 3> rule_parts_of(const FlockCopyInView& copy, const Scenario& scenario);
/// Questions answered from a copy. No sums.
FlockAnswers answers_from(const FlockCopyInView& copy, const FlockQuestions& asked, const Scenario& scenario);

/// A boid in the picture.
struct SeenBoid {
  std::vector<double> position, velocity;  ///< (D,)
  double x = 0.0, y = 0.0;                 ///< [pixels]
  double away = 0.0;                       ///< distance from the pointer [pixels]
};
/// Boids of FlockAnswers::seen that are in the picture: the `most` nearest to a pixel, nearest first.
std::vector<SeenBoid> boids_in_picture(const std::vector<float>& seen, const Camera& camera, double x,
                                       double y, size_t most);

/// The places of a boid's neighbours by the contract's float arithmetic: within R, and in view; (n, D). A
/// coincident boid counts only with a field of view of 360 degrees.
std::vector<float> neighbours_of(const std::vector<float>& instances, const Scenario& scenario,
                                 std::span<const float> position, std::span<const float> velocity);

/// "37°", counter-clockwise from the right; in 3D "37° up 12°".
std::string heading_text(const std::vector<double>& velocity);
/// "[1.23, -0.45]".
std::string vector_text(const std::vector<double>& numbers, int decimals);

}  // namespace murmur
