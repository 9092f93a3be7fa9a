// A texture that OpenGL can draw into and shaders can read: an intermediate picture with one sample per pixel and
// without depth. Used by effects over a picture.
#pragma once

#include <cstdint>

#include <glad/gl.h>

namespace murmur {

class PictureTexture {
 public:
  /// `format`: GL_RGBA8, GL_RGBA16F, GL_R32F or, for bytes in this order, GL_BGRA. Reads outside the texture give zero. @throws RunError.
  PictureTexture(int width, int height, GLenum format);
  ~PictureTexture();
  PictureTexture(const PictureTexture&) = delete;
  PictureTexture& operator=(const PictureTexture&) = delete;

  int width() const { return width_; }
  int height() const { return height_; }
  void bind() const;  ///< makes OpenGL draw into the texture; sets the viewport
  /// Copies a framebuffer of the same size into the texture; several samples of a pixel become one.
  void copy_from(GLuint framebuffer) const;
  void copy_to(GLuint framebuffer) const;  ///< copies the texture to a framebuffer, all samples alike
  /// Copies the texture upside down to a framebuffer, with its lower left corner at (left, below) [pixels].
  void copy_reversed_to(GLuint framebuffer, int left, int below) const;
  void read(uint32_t* rgba) const;  ///< reads the pixels, the lowest row first
  void write(const uint32_t* pixels)
      const;                    ///< writes the pixels in the byte order of the format, the lowest row first
  void use_as(int unit) const;  ///< binds the texture to a texture unit

 private:
  void copy(GLuint from, GLuint to) const;

  int width_, height_;
  GLenum order_;  // of the bytes of a pixel in memory
  GLuint texture_ = 0, framebuffer_ = 0;
};

}  // namespace murmur
