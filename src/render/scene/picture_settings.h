// Everything that a picture depends on, beside the flock, the scenario and the camera, as a plain value. Scene keeps
// no settings between pictures. The same for window, film, tests and Python.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "render/scene/complete_look.h"
#include "render/scene/marks.h"

namespace murmur {

struct PictureSettings {
  Look look;
  int64_t sized_for = 0;  ///< number of boids that decides their size; 0: the present number
  /// Speeds of the first and the last colour [world units / unit time]; none: slowest and fastest speed of the scenario.
  std::optional<std::array<float, 2>> speeds = {};
  double step = 0.0;  ///< step of the flock; trails grow between pictures of rising steps
  double back = 0.0;  ///< slow motion: share of a step by which boids are moved back along their velocities
  /// Continues the flock beyond connected borders: in 2D with copies where the picture shows them; in 3D each boid
  /// is drawn at its image nearest to the middle of the picture.
  bool copies = false;
  bool reaches = true;           ///< rings around predators from which boids flee
  std::vector<Mark> marks = {};  ///< further marks over the boids
};

}  // namespace murmur
