#include "app/window/gallery.h"

#include <glad/gl.h>

#include "base/embedded.h"
#include "render/gl/png.h"
#include "sim/scenario/presets.h"

namespace murmur {
namespace {

/// The first line of a scenario file says what it is.
std::string first_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  const size_t start = text.find_first_not_of("# ");
  return start == std::string_view::npos ? "" : std::string(text.substr(start));
}

GLuint texture_of(std::string_view png, const std::string& name) {
  const Image image = decode_png(png, name);
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, image.width, image.height, 0, GL_RGB, GL_UNSIGNED_BYTE,
               image.rgb.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  return texture;
}

}  // namespace

Gallery::Gallery() {
  menu_.title = "Presets and scenarios";
  menu_.tiles = true;
  for (const std::string& preset : preset_names()) add(preset, true, preset_summary(preset));
  for (const EmbeddedText& scenario : embedded_scenarios())
    add(std::string(scenario.name), false, first_line(scenario.text));
}

Gallery::~Gallery() { glDeleteTextures(static_cast<GLsizei>(textures_.size()), textures_.data()); }

void Gallery::add(const std::string& name, bool preset, const std::string& line) {
  MenuEntry entry{.name = name, .title = name, .line = line};
  for (const EmbeddedText& picture : embedded_gallery()) {
    if (picture.name != name) continue;
    textures_.push_back(texture_of(picture.text, name));
    entry.picture = textures_.back();
  }
  entries_.push_back({name, preset});
  menu_.entries.push_back(std::move(entry));
}

}  // namespace murmur
