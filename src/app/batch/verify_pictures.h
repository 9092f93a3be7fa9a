// Pictures of `verify --pictures`: the same flock drawn from each backend and with each instruction set.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/simulation.h"

namespace murmur {

/// What pictures of runs with equal states have; a picture is 1280 x 720 pixels and shows the whole world.
struct ComparedPictures {
  uint64_t hash = 0;       ///< hash of the first
  std::string difference;  ///< a sentence about the first that differs; empty: none does
};

/// @throws UserError for a scenario whose pictures need OpenGL; RunError in a build that draws nothing.
ComparedPictures compare_pictures(const std::vector<std::unique_ptr<Simulation<float>>>& runs);

}  // namespace murmur
