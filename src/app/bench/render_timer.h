// Draws a flock without a window, as in the window, for `bench --render`, which measures the time.
#pragma once

#include <memory>
#include <string>

#include "sim/backends/backend.h"

namespace murmur {

class RenderTimer {
 public:
  virtual ~RenderTimer() = default;
  virtual std::string description() const = 0;  ///< the driver's renderer and the picture's size
  /// One picture of the backend's boids, from filling the buffer to the last pixel.
  virtual void draw(Backend<float>& backend, const Scenario& scenario) = 0;
};

/// Draws on the GPU of CUDA device `cuda_device` if it can; negative: on any.
/// @throws RunError when there is no OpenGL, or this build has none.
std::unique_ptr<RenderTimer> make_render_timer(int cuda_device);

}  // namespace murmur
