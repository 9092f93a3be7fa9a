// Draws a flock without a window, but as the window does, so that `bench --render` can measure the time.
#pragma once

#include <memory>
#include <string>

#include "sim/backends/backend.h"

namespace murmur {

class RenderTimer {
 public:
  virtual ~RenderTimer() = default;
  virtual std::string description() const = 0;  ///< renderer of the driver, and size of the picture
  /// Draws one picture of the backend's boids, from filling the buffer to the last pixel.
  virtual void draw(Backend<float>& backend, const Scenario& scenario) = 0;
};

/// Creates a timer that draws on the GPU of CUDA device `cuda_device` if it can; negative: on any GPU.
/// @throws RunError when OpenGL is missing, on the machine or in this build.
std::unique_ptr<RenderTimer> make_render_timer(int cuda_device);

}  // namespace murmur
