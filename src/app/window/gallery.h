// The presets and the example scenarios that the window offers, each with a small picture and one line. Owns the
// textures; needs OpenGL. Used by the frame loop.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "render/panel/overlay_status.h"

namespace murmur {

struct GalleryEntry {
  std::string name;
  bool preset = false;  ///< otherwise a scenario
};

class Gallery {
 public:
  Gallery();
  ~Gallery();
  Gallery(const Gallery&) = delete;
  Gallery& operator=(const Gallery&) = delete;

  const std::vector<GalleryEntry>& entries() const { return entries_; }  ///< in the order of menu()
  const Menu& menu() const { return menu_; }

 private:
  void add(const std::string& name, bool preset, const std::string& line);

  std::vector<GalleryEntry> entries_;
  std::vector<uint32_t> textures_;
  Menu menu_;
};

}  // namespace murmur
