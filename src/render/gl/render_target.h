// Owns a picture to draw into, with smoothed edges and depth, on any OpenGL context, with or without a
// window.
#pragma once

#include <glad/gl.h>

#include "render/gl/png.h"

namespace murmur {

/// Reads the framebuffer of this name (0: the window's back buffer), top row first.
Image read_framebuffer(GLuint framebuffer, int width, int height);

class RenderTarget {
 public:
  /// Up to `samples` per pixel, as many as the driver offers; 1: none. @throws RunError.
  RenderTarget(int width, int height, int samples);
  ~RenderTarget();
  RenderTarget(const RenderTarget&) = delete;
  RenderTarget& operator=(const RenderTarget&) = delete;

  int width() const { return width_; }
  int height() const { return height_; }
  void bind() const;  ///< binds it and sets the viewport
  /// 0: the window's back buffer; it is bound then. `below`: pixels between the lower edges, `left`: between the left ones.
  void copy_to(GLuint framebuffer, int below = 0, int left = 0) const;
  Image read() const { return read_framebuffer(resolved(), width_, height_); }
  /// The framebuffer of a copy with one sample per pixel, made now.
  GLuint resolved() const;

 private:
  int width_, height_;
  GLuint framebuffer_ = 0, colour_ = 0, depth_ = 0;
  GLuint plain_framebuffer_ = 0, plain_colour_ = 0;  // one sample per pixel, for reading
};

}  // namespace murmur
