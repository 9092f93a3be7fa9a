// A flock that suits the machine and the picture: as many boids as are drawn smoothly, in a world with the picture's shape. Used for
// the window that nobody has named a flock for, and by presentations.
#pragma once

#include "app/options/common_options.h"
#include "sim/look/look.h"

namespace murmur {

/// Changes `options` and `source`, which they name, so that a machine without a GPU draws all boids of this look smoothly. @returns how many
/// there were; 0: as many as now.
int64_t suit_machine(CommonOptions& options, ScenarioSource& source, const Look& look);
/// Gives a world in 2D the shape of a picture of this size [pixels], and keeps its area.
void suit_picture(CommonOptions& options, ScenarioSource& source, int width, int height);

}  // namespace murmur
