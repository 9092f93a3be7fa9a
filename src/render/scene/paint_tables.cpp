#include "render/scene/paint_tables.h"

#include <array>

#include "render/gl/kept_state.h"

namespace murmur {
namespace {

constexpr int kAround = 512, kClimbs = 33, kAmounts = 256;  // finer than the eight bits of a colour channel
constexpr GLuint kHeadingUnit = 1, kAmountUnit = 2;         // 0 has the counts of crowding.glsl

}  // namespace

PaintTables::PaintTables() : fill_({"whole.vert"}, {"palette.glsl", "paint_table.frag"}) {
  const auto make = [](GLuint& texture, int width, int height) {
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  };
  make(headings_, kAround, kClimbs);
  make(amounts_, kAmounts, 1);
  glGenVertexArrays(1, &no_attributes_);
}

PaintTables::~PaintTables() {
  glDeleteTextures(1, &headings_);
  glDeleteTextures(1, &amounts_);
  glDeleteVertexArrays(1, &no_attributes_);
}

void PaintTables::fill(GLuint texture, int width, int height, bool amounts, Palette palette, bool light) {
  GLuint framebuffer = 0;
  glGenFramebuffers(1, &framebuffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
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
    const KeptState kept;
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    fill(headings_, kAround, kClimbs, false, palette, light);
    fill(amounts_, kAmounts, 1, true, palette, light);
  }
  glActiveTexture(GL_TEXTURE0 + kHeadingUnit);
  glBindTexture(GL_TEXTURE_2D, headings_);
  glActiveTexture(GL_TEXTURE0 + kAmountUnit);
  glBindTexture(GL_TEXTURE_2D, amounts_);
  glActiveTexture(GL_TEXTURE0);
  shader.set("heading_table", static_cast<int>(kHeadingUnit));
  shader.set("amount_table", static_cast<int>(kAmountUnit));
}

}  // namespace murmur
