// Draws pictures of a flock in the module without WebGL; their bits are those of `murmur render`.
#pragma once

#include <cstdint>

#include "sim/run/simulation.h"
#include "sim/util/json_fields.h"

namespace murmur {

/// Draws boids, background and the world's outline as a view of the page shows them, and keeps the pixels until the next call.
/// `view` has width, height and look (keys as in the table [view]); in 2D middle and scale [pixels per world unit];
/// in 3D azimuth, elevation [rad] and distance.
/// @returns {place, width, height}: the address of (height, width, 4) bytes, the highest row first. @throws UserError for a wrong look.
Json draw_pixels(Simulation<float>& simulation, const Json& view);

/// Hash of the picture that `murmur render` draws of this state.
uint64_t first_picture_hash(Simulation<float>& simulation, int width, int height);

}  // namespace murmur
