// Pictures of a flock that the module draws itself, without WebGL: those of `murmur render`, to the bit.
#pragma once

#include <cstdint>

#include "sim/run/simulation.h"
#include "sim/util/json_fields.h"

namespace murmur {

/// Draws boids, background and the world's outline as a view of the page shows them, and keeps the pixels until the next call.
/// `view`: width, height; look: a text of keys as in the table [view]; 2D: middle, scale [pixels per world unit]; 3D: azimuth, elevation [rad],
/// distance. @returns {place, width, height}; at `place`: (height, width, 4) bytes, the highest row first.
/// @throws UserError for a wrong look.
Json draw_pixels(Simulation<float>& simulation, const Json& view);

/// Hash of the picture that `murmur render` draws of this state.
uint64_t first_picture_hash(Simulation<float>& simulation, int width, int height);

}  // namespace murmur
