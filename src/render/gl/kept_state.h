// Keeps the OpenGL state that a pass over another target changes (framebuffer, viewport, blending, depth test), and
// restores the state at the end of the scope. Used by passes in the middle of a picture.
#pragma once

#include <array>

#include <glad/gl.h>

namespace murmur {

class KeptState {
 public:
  KeptState() {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
    glGetIntegerv(GL_VIEWPORT, viewport_.data());
    glGetIntegerv(GL_BLEND_SRC_RGB, &source_);
    glGetIntegerv(GL_BLEND_DST_RGB, &target_);
    blend_ = glIsEnabled(GL_BLEND);
    depth_ = glIsEnabled(GL_DEPTH_TEST);
  }
  ~KeptState() {
    (blend_ ? glEnable : glDisable)(GL_BLEND);
    (depth_ ? glEnable : glDisable)(GL_DEPTH_TEST);
    glBlendFunc(static_cast<GLenum>(source_), static_cast<GLenum>(target_));
    bind_target();
  }
  KeptState(const KeptState&) = delete;
  KeptState& operator=(const KeptState&) = delete;

  void bind_target() const {  ///< restores framebuffer and viewport at once
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer());
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  }
  GLuint framebuffer() const { return static_cast<GLuint>(framebuffer_); }
  int width() const { return viewport_[2]; }
  int height() const { return viewport_[3]; }

 private:
  GLint framebuffer_ = 0, source_ = GL_ONE, target_ = GL_ZERO;
  std::array<GLint, 4> viewport_{};
  GLboolean blend_ = GL_FALSE, depth_ = GL_FALSE;
};

}  // namespace murmur
