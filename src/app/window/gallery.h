// The presets and the example scenarios that the window offers, as a menu with a small picture of each. Owns the textures; needs
// OpenGL. Used by the frame loop.
#pragma once

#include <cstdint>
#include <vector>

#include "app/window/gallery_list.h"
#include "render/panel/overlay_status.h"

namespace murmur {

class Gallery {
 public:
  Gallery();
  ~Gallery();
  Gallery(const Gallery&) = delete;
  Gallery& operator=(const Gallery&) = delete;

  const std::vector<GalleryEntry>& entries() const { return entries_; }  ///< in the order of menu()
  const Menu& menu() const { return menu_; }

 private:
  std::vector<GalleryEntry> entries_ = gallery_entries();
  std::vector<uint32_t> textures_;
  Menu menu_;
};

}  // namespace murmur
