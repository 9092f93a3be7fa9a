// Compares pictures for `verify --pictures`: the same flock drawn from each backend and with each instruction set.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/simulation.h"

namespace murmur {

/// Result of comparing pictures of runs with equal states; a picture has 1280 x 720 pixels and shows the whole world.
struct ComparedPictures {
  uint64_t hash = 0;       ///< hash of the first picture
  std::string difference;  ///< a sentence about the first picture that differs; empty: all are equal
};

/// Draws and compares pictures. @throws UserError for a scenario whose pictures need OpenGL; RunError in a build without drawing.
ComparedPictures compare_pictures(const std::vector<std::unique_ptr<Simulation<float>>>& runs);

}  // namespace murmur
