// The menu of presets and example scenarios in the window, with a small picture of each. Owns the textures; needs
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

  const Menu& menu() const { return menu_; }  ///< entries in the order of gallery_entries()

 private:
  std::vector<uint32_t> textures_;
  Menu menu_;
};

}  // namespace murmur
