// Axes of the world for a picture: ticks at round numbers of world units, with the numbers. As marks, so that
// window and films have the same. Used by Scene.
#pragma once

#include <vector>

#include "render/scene/camera.h"
#include "render/scene/marks.h"

namespace murmur {

/// A round number (1, 2 or 5 times a power of ten) that divides `size` into at most `most` parts.
double tick_step(double size, double most);

void add_axes(std::vector<Mark>& marks, const Camera& camera, bool light);

}  // namespace murmur
