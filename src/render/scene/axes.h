// Axes of the world for a picture, with ticks and numbers at round world coordinates. Made of marks, so that they
// are the same in the window and in films. Used by Scene.
#pragma once

#include <vector>

#include "render/scene/camera.h"
#include "render/scene/marks.h"

namespace murmur {

/// The smallest round number (1, 2 or 5 times a power of ten) that divides `size` into at most `most` parts.
double tick_step(double size, double most);

void add_axes(std::vector<Mark>& marks, const Camera& camera, bool light);

}  // namespace murmur
