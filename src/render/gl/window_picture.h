// A picture that the processor has drawn, on its way into a window whose OpenGL is a processor, too. Its rows and bytes have the order that
// Mesa's windows have, so that showing it is a copy and not a pass of shaders over each pixel. Used by Scene and Viewport.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "render/gl/picture_texture.h"
#include "sim/util/thread_pool.h"

namespace murmur {

class WindowPicture {
 public:
  /// `rgba`: (height, width), the lowest row first. @throws RunError.
  void write(const uint32_t* rgba, int width, int height, ThreadPool& threads);
  /// Copies the picture into a framebuffer, with its lower left corner at (left, below) [pixels].
  void copy_to(GLuint framebuffer, int left, int below) const;

 private:
  std::vector<uint32_t> pixels_;  // BGRA, the highest row first
  std::unique_ptr<PictureTexture> texture_;
};

}  // namespace murmur
