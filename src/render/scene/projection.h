// Converts a camera to the projection that kernels use. Uses no OpenGL.
#pragma once

#include <algorithm>

#include "model/inspection.h"
#include "render/scene/camera.h"

namespace murmur {

inline PixelProjection projection_of(const Camera& camera) {
  PixelProjection projection;
  std::ranges::copy(camera.world_to_clip(), projection.matrix);
  projection.half_width = 0.5f * static_cast<float>(camera.width());
  projection.half_height = 0.5f * static_cast<float>(camera.height());
  return projection;
}

}  // namespace murmur
