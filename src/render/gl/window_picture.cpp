#include "render/gl/window_picture.h"

namespace murmur {
namespace {

constexpr int64_t kRows = 32;  // rows that a thread takes at once

/// Exchanges red and blue.
uint32_t bgra(uint32_t rgba) { return (rgba & 0xff00ff00u) | (rgba & 0xffu) << 16 | (rgba >> 16 & 0xffu); }

}  // namespace

void WindowPicture::write(const uint32_t* rgba, int width, int height, ThreadPool& threads) {
  if (!texture_ || texture_->width() != width || texture_->height() != height)
    texture_ = std::make_unique<PictureTexture>(width, height, GL_BGRA);
  pixels_.resize(static_cast<size_t>(width) * static_cast<size_t>(height));
  threads.parallel_for(height, kRows, [&](int64_t first, int64_t last) {
    for (int64_t row = first; row < last; ++row) {
      const uint32_t* const from = rgba + (height - 1 - row) * width;
      uint32_t* const to = pixels_.data() + row * width;
      for (int x = 0; x < width; ++x) to[x] = bgra(from[x]);
    }
  });
  texture_->write(pixels_.data());
}

void WindowPicture::copy_to(GLuint framebuffer, int left, int below) const {
  texture_->copy_reversed_to(framebuffer, left, below);
}

}  // namespace murmur
