#include "render/gl/dark_cover.h"

namespace murmur {

DarkCover::DarkCover() : shader_({"whole.vert"}, {"dark.frag"}) { glGenVertexArrays(1, &no_attributes_); }

DarkCover::~DarkCover() { glDeleteVertexArrays(1, &no_attributes_); }

void DarkCover::draw(double share) const {
  if (share <= 0.0) return;
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  shader_.set("share", static_cast<float>(share));
  glBindVertexArray(no_attributes_);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDisable(GL_BLEND);
}

}  // namespace murmur
