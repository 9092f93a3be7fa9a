#include "app/window/gallery.h"

#include <glad/gl.h>

#include "app/options/gallery_list.h"
#include "base/embedded.h"
#include "render/gl/png.h"

namespace murmur {
namespace {

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
  for (const GalleryEntry& entry : gallery_entries()) {
    menu_.entries.push_back(
        {.name = entry.name, .title = entry.title, .line = entry.summary, .group = entry.group});
    for (const EmbeddedText& picture : embedded_gallery()) {
      if (picture.name != entry.name) continue;
      textures_.push_back(texture_of(picture.text, entry.name));
      menu_.entries.back().picture = textures_.back();
    }
  }
}

Gallery::~Gallery() { glDeleteTextures(static_cast<GLsizei>(textures_.size()), textures_.data()); }

}  // namespace murmur
