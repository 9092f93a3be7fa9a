// An OpenGL 3.3 context without window and display (EGL), for films, pictures and tests.
#pragma once

#include <string>

namespace murmur {

/// An OpenGL context that is current on the calling thread during its lifetime; draw into a RenderTarget.
class Offscreen {
 public:
  /// Uses the EGL device of CUDA device `cuda_device` if there is one (negative: no preference), otherwise the first
  /// device that works, otherwise Mesa's software renderer. @throws RunError.
  explicit Offscreen(int cuda_device = -1);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  std::string description() const;  ///< name of the renderer, from the driver

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
};

}  // namespace murmur
