// What the gallery offers, in its groups: every preset and every example scenario, with the name that people know it by. No OpenGL.
#pragma once

#include <string>
#include <vector>

namespace murmur {

struct GalleryEntry {
  std::string name;
  bool preset = false;  ///< otherwise a scenario
  std::string group, title;
  std::string line;  ///< what it is
};

/// In the order of presentation. A name without a place of its own is in the last group.
std::vector<GalleryEntry> gallery_entries();
/// Those that a presentation shows, in its order.
std::vector<GalleryEntry> flocks_to_present();

}  // namespace murmur
