#include "render/gl/render_target.h"

#include <algorithm>
#include <string>

#include "sim/util/errors.h"

namespace murmur {

Image read_framebuffer(GLuint framebuffer, int width, int height) {
  const size_t row = static_cast<size_t>(width) * 3;
  Image image{width, height, std::vector<uint8_t>(row * static_cast<size_t>(height))};
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  for (size_t y = 0; y < static_cast<size_t>(height) / 2; ++y) {  // OpenGL has the lowest row first
    std::swap_ranges(image.rgb.data() + y * row, image.rgb.data() + (y + 1) * row,
                     image.rgb.data() + (static_cast<size_t>(height) - 1 - y) * row);
  }
  return image;
}

RenderTarget::RenderTarget(int width, int height, int samples) : width_(width), height_(height) {
  GLint most = 1, largest = 0;
  glGetIntegerv(GL_MAX_SAMPLES, &most);
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
  if (width < 1 || height < 1 || width > largest || height > largest) {
    throw RunError("a picture of " + std::to_string(width) + "x" + std::to_string(height) +
                   " pixels cannot be drawn here: each side must be 1 to " + std::to_string(largest) + ".");
  }
  samples = samples < 2 ? 0 : std::min(samples, most);
  const auto make = [&](GLuint& framebuffer) {
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  };
  const auto attach = [&](GLuint& buffer, GLenum attachment, GLenum format, int its_samples) {
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, its_samples, format, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer);
  };
  const auto check = [&] {
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return;
    throw RunError("OpenGL has no memory for a picture of " + std::to_string(width) + "x" +
                   std::to_string(height) + " pixels: ask for a smaller one.");
  };
  make(framebuffer_);
  attach(colour_, GL_COLOR_ATTACHMENT0, GL_RGBA8, samples);
  attach(depth_, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT32F, samples);
  check();
  make(plain_framebuffer_);
  attach(plain_colour_, GL_COLOR_ATTACHMENT0, GL_RGBA8, 0);
  check();
}

RenderTarget::~RenderTarget() {
  for (GLuint framebuffer : {framebuffer_, plain_framebuffer_}) glDeleteFramebuffers(1, &framebuffer);
  for (GLuint buffer : {colour_, depth_, plain_colour_}) glDeleteRenderbuffers(1, &buffer);
}

void RenderTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, width_, height_);
}

void RenderTarget::copy_to(GLuint framebuffer, int below, int left) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glBlitFramebuffer(0, 0, width_, height_, left, below, left + width_, below + height_, GL_COLOR_BUFFER_BIT,
                    GL_NEAREST);
}

GLuint RenderTarget::resolved() const {
  copy_to(plain_framebuffer_);
  return plain_framebuffer_;
}

}  // namespace murmur
