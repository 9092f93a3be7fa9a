// Adapts a flock to the machine and the picture: at most as many boids as are drawn smoothly, in a world with the
// shape of the picture. Used by presentations, and by a window that opens without a named flock.
#pragma once

#include "app/options/common_options.h"
#include "sim/look/look.h"

namespace murmur {

/// Reduces the number of boids in `options` and `source`, so that a machine without a GPU draws them smoothly with
/// this look. @returns the earlier number; 0: unchanged.
int64_t suit_machine(CommonOptions& options, ScenarioSource& source, const Look& look);
/// Gives a 2D world the shape of a picture of this size [pixels], with the same area.
void suit_picture(CommonOptions& options, ScenarioSource& source, int width, int height);

}  // namespace murmur
