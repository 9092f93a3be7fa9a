#include "render/gl/picture_texture.h"

#include <array>

#include <fmt/format.h>

#include "sim/util/errors.h"

namespace murmur {

PictureTexture::PictureTexture(int width, int height, GLenum format)
    : width_(width), height_(height), order_(format == GL_BGRA ? GL_BGRA : GL_RGBA) {
  const bool bytes = format == GL_RGBA8 || format == GL_BGRA;
  glGenTextures(1, &texture_);
  glBindTexture(GL_TEXTURE_2D, texture_);
  // OpenGL chooses the bytes' order where the format has no size.
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(format == GL_BGRA ? GL_RGBA : format), width, height, 0,
               order_, bytes ? GL_UNSIGNED_BYTE : GL_HALF_FLOAT, nullptr);
  constexpr std::array kNothing{0.0f, 0.0f, 0.0f, 0.0f};
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
  glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, kNothing.data());
  glGenFramebuffers(1, &framebuffer_);
  bind();
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_, 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw RunError(
        fmt::format("OpenGL has no memory for trails, glow or dusk of {}x{} pixels", width, height));
}

PictureTexture::~PictureTexture() {
  glDeleteFramebuffers(1, &framebuffer_);
  glDeleteTextures(1, &texture_);
}

void PictureTexture::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, width_, height_);
}

void PictureTexture::copy_from(GLuint framebuffer) const {
  copy(framebuffer, framebuffer_);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void PictureTexture::copy_to(GLuint framebuffer) const {
  copy(framebuffer_, framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void PictureTexture::copy(GLuint from, GLuint to) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void PictureTexture::copy_reversed_to(GLuint framebuffer, int left, int below) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glBlitFramebuffer(0, 0, width_, height_, left, below + height_, left + width_, below, GL_COLOR_BUFFER_BIT,
                    GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
}

void PictureTexture::read(uint32_t* rgba) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
}

void PictureTexture::write(const uint32_t* pixels) const {
  glBindTexture(GL_TEXTURE_2D, texture_);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, order_, GL_UNSIGNED_BYTE, pixels);
}

void PictureTexture::use_as(int unit) const {
  glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
  glBindTexture(GL_TEXTURE_2D, texture_);
}

}  // namespace murmur
