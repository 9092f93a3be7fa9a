// All that a picture depends on beside the flock, its scenario and the camera. A plain value: Scene keeps none of it from
// one picture to the next. The same for window, film, tests and Python.
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
  int64_t sized_for = 0;  ///< boids have the size that suits a flock of so many; 0: as many as are drawn
  /// Speeds of the first and the last colour [world units / unit time]; none: the scenario's slowest and fastest.
  std::optional<std::array<float, 2>> speeds = {};
  double step = 0.0;  ///< step of the flock: trails grow from one picture to that of a later step
  double back =
      0.0;  ///< slow motion: boids as they were this share of a step ago, moved back along their velocities
  /// The flock goes on beyond connected borders. 2D: copies of it where the picture shows what is there. 3D: each boid is
  /// drawn where it is nearest to the middle of the picture.
  bool copies = false;
  bool reaches = true;           ///< rings around predators: how far boids flee from them
  std::vector<Mark> marks = {};  ///< marks over the boids, besides those of the scenario
};

}  // namespace murmur
