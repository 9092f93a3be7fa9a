// The terrain image of a run: a file outside the scenario that affects the run and may change. Its hash
// goes into checkpoints and logs, and what goes on or replays is held against it.
#pragma once

#include <string>

#include "sim/scenario/scenario.h"

namespace murmur {

/// Path of the scenario's image, or "".
std::string terrain_image(const Scenario& scenario);
/// 16 hex digits of the bytes of the image; "" without one, or when it cannot be read.
std::string terrain_image_hash(const Scenario& scenario);
/// `name`: the checkpoint or log; `hash`: as it says, or "". @throws UserError when the image is gone or another one.
void check_terrain_image(const std::string& name, const Scenario& scenario, const std::string& hash);

}  // namespace murmur
