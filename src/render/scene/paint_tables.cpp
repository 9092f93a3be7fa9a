#include "render/scene/paint_tables.h"

#include "sim/raster/palette.h"

namespace murmur {
namespace {

constexpr GLuint kHeadingUnit = 1, kAmountUnit = 2;  // unit 0 has the counts of crowding.glsl

void set_colours(GLuint texture, int width, int height, const std::vector<PaintRow>& colours) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, colours.data());
}

}  // namespace

PaintTables::PaintTables() {
  for (GLuint* const texture : {&headings_, &amounts_}) {
    glGenTextures(1, texture);
    glBindTexture(GL_TEXTURE_2D, *texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  }
}

PaintTables::~PaintTables() {
  glDeleteTextures(1, &headings_);
  glDeleteTextures(1, &amounts_);
}

void PaintTables::fill(Palette palette, bool light) {
  if (filled_for_ == std::pair{palette, light}) return;
  filled_for_ = {palette, light};
  set_colours(headings_, kHeadings, kClimbs, heading_colours(palette, light));
  set_colours(amounts_, kAmounts, 1, amount_colours(palette, light));
}

void PaintTables::use(const Shader& shader, Palette palette, bool light) {
  glActiveTexture(GL_TEXTURE0 + kHeadingUnit);
  fill(palette, light);
  glBindTexture(GL_TEXTURE_2D, headings_);
  glActiveTexture(GL_TEXTURE0 + kAmountUnit);
  glBindTexture(GL_TEXTURE_2D, amounts_);
  glActiveTexture(GL_TEXTURE0);
  shader.set("heading_table", static_cast<int>(kHeadingUnit));
  shader.set("amount_table", static_cast<int>(kAmountUnit));
}

}  // namespace murmur
