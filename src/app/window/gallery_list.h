// What the gallery offers, in its groups: every preset and every example scenario. No OpenGL.
#pragma once

#include <vector>

#include "sim/scenario/presets.h"

namespace murmur {

struct GalleryEntry : BuiltIn {
  bool preset = false;  ///< otherwise a scenario
};

/// All entries in the order of presentation. A file without a place is in the last group.
const std::vector<GalleryEntry>& gallery_entries();
/// Entries of the first group: a presentation shows them in this order.
std::vector<GalleryEntry> flocks_to_present();

}  // namespace murmur
