// The presets and the example scenarios that the window offers, as a menu with a small picture of each. Owns the textures; needs
// OpenGL. Used by the frame loop.
#pragma once

#include <cstdint>
#include <vector>

#include "render/panel/overlay_status.h"

namespace murmur {

class Gallery {
 public:
  Gallery();
  ~Gallery();
  Gallery(const Gallery&) = delete;
  Gallery& operator=(const Gallery&) = delete;

  const Menu& menu() const { return menu_; }  ///< entries have the order of gallery_entries()

 private:
  std::vector<uint32_t> textures_;
  Menu menu_;
};

}  // namespace murmur
