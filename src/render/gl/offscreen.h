// An OpenGL 3.3 context without window or display (EGL), for films, pictures and tests.
#pragma once

#include <string>

namespace murmur {

/// Current on the calling thread from construction to destruction; draw into a RenderTarget.
class Offscreen {
 public:
  /// Takes the EGL device that belongs to CUDA device `cuda_device` if it is not negative and there is one,
  /// otherwise the first device that works, otherwise Mesa's software renderer. @throws RunError.
  explicit Offscreen(int cuda_device = -1);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  std::string description() const;  ///< the driver's name of the renderer

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace murmur
