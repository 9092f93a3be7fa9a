// A picture to draw into, with smoothed edges and depth, on any OpenGL context, with or without a window.
#pragma once

#include <glad/gl.h>

#include "render/gl/png.h"

namespace murmur {

/// Reads a framebuffer (0: the window's back buffer), top row first.
Image read_framebuffer(GLuint framebuffer, int width, int height);

class RenderTarget {
 public:
  /// `samples`: samples per pixel, limited by the driver; 1: no smoothing. @throws RunError.
  RenderTarget(int width, int height, int samples);
  ~RenderTarget();
  RenderTarget(const RenderTarget&) = delete;
  RenderTarget& operator=(const RenderTarget&) = delete;

  int width() const { return width_; }
  int height() const { return height_; }
  void bind() const;  ///< binds the framebuffer and sets the viewport
  GLuint framebuffer() const { return framebuffer_; }
  /// Copies the picture to a framebuffer, which is bound then; 0: the window's back buffer. `below`, `left`:
  /// distances of the lower and left edges [pixels].
  void copy_to(GLuint framebuffer, int below = 0, int left = 0) const;
  Image read() const { return read_framebuffer(resolved(), width_, height_); }
  /// Copies the picture to one sample per pixel. @returns the framebuffer of the copy.
  GLuint resolved() const;

 private:
  int width_, height_;
  GLuint framebuffer_ = 0, colour_ = 0, depth_ = 0;
  GLuint plain_framebuffer_ = 0, plain_colour_ = 0;  // copy with one sample per pixel, for reading
};

}  // namespace murmur
