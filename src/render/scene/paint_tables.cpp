#include "render/scene/paint_tables.h"

#include <array>

namespace murmur {
namespace {

constexpr int kAround = 512, kClimbs = 33, kAmounts = 256;  // finer than the eight bits of a colour channel
constexpr GLuint kHeadingUnit = 1, kAmountUnit = 2;         // 0 has the counts of crowding.glsl

}  // namespace

PaintTables::PaintTables() : fill_({"whole.vert"}, {"palette.glsl", "paint_table.frag"}) {
  for (GLuint* const texture : {&headings_, &amounts_}) {
    glCreateTextures(GL_TEXTURE_2D, 1, texture);
    glTextureParameteri(*texture, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(*texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  }
  glTextureStorage2D(headings_, 1, GL_RGBA8, kAround, kClimbs);
  glTextureStorage2D(amounts_, 1, GL_RGBA8, kAmounts, 1);
  glCreateVertexArrays(1, &no_attributes_);
}

PaintTables::~PaintTables() {
  glDeleteTextures(1, &headings_);
  glDeleteTextures(1, &amounts_);
  glDeleteVertexArrays(1, &no_attributes_);
}

void PaintTables::fill(GLuint texture, int width, int height, bool amounts, Palette palette, bool light) {
  GLuint framebuffer = 0;
  glCreateFramebuffers(1, &framebuffer);
  glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, texture, 0);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, width, height);
  fill_.set("size", std::array{static_cast<float>(width), static_cast<float>(height)});
  fill_.set("amounts", amounts ? 1 : 0);
  fill_.set("palette", static_cast<int>(palette));
  fill_.set("light", light ? 1 : 0);
  fill_.use();
  glBindVertexArray(no_attributes_);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDeleteFramebuffers(1, &framebuffer);
}

void PaintTables::use(const Shader& shader, Palette palette, bool light) {
  if (filled_for_ != std::pair{palette, light}) {
    filled_for_ = {palette, light};
    GLint framebuffer = 0;
    std::array<GLint, 4> viewport{};
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
    glGetIntegerv(GL_VIEWPORT, viewport.data());
    const GLboolean blend = glIsEnabled(GL_BLEND), depth = glIsEnabled(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    fill(headings_, kAround, kClimbs, false, palette, light);
    fill(amounts_, kAmounts, 1, true, palette, light);
    if (blend) glEnable(GL_BLEND);
    if (depth) glEnable(GL_DEPTH_TEST);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(framebuffer));
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
  }
  glBindTextureUnit(kHeadingUnit, headings_);
  glBindTextureUnit(kAmountUnit, amounts_);
  shader.set("heading_table", static_cast<int>(kHeadingUnit));
  shader.set("amount_table", static_cast<int>(kAmountUnit));
}

}  // namespace murmur
