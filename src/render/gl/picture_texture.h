// Owns a texture that can be drawn into and read by shaders: an intermediate picture, with one sample per pixel and
// without depth. Used by effects over a picture.
#pragma once

#include <cstdint>

#include <glad/gl.h>

namespace murmur {

class PictureTexture {
 public:
  /// `format`: GL_RGBA8, GL_RGBA16F or GL_R32F. Outside it is zero. @throws RunError.
  PictureTexture(int width, int height, GLenum format);
  ~PictureTexture();
  PictureTexture(const PictureTexture&) = delete;
  PictureTexture& operator=(const PictureTexture&) = delete;

  int width() const { return width_; }
  int height() const { return height_; }
  void bind() const;  ///< makes OpenGL draw into it; sets the viewport
  /// Takes the picture of a framebuffer of the same size; several samples of a pixel become one.
  void copy_from(GLuint framebuffer) const;
  void copy_to(GLuint framebuffer) const;  ///< copies the other way; all samples of a pixel get its colour
  void read(uint32_t* rgba) const;         ///< the lowest row first
  void write(const uint32_t* rgba) const;  ///< the other way
  void use_as(int unit) const;             ///< makes it the texture of this unit

 private:
  void copy(GLuint from, GLuint to) const;

  int width_, height_;
  GLuint texture_ = 0, framebuffer_ = 0;
};

}  // namespace murmur
