#include "app/window/gallery_list.h"

#include <algorithm>

namespace murmur {

const std::vector<GalleryEntry>& gallery_entries() {
  static const std::vector<GalleryEntry> entries = [] {
    std::vector<GalleryEntry> all;
    for (const BuiltIn& preset : presets()) all.push_back({preset, true});
    for (const EmbeddedText& scenario : embedded_scenarios()) all.push_back({built_in(scenario)});
    std::ranges::stable_sort(all, {}, &GalleryEntry::place);
    return all;
  }();
  return entries;
}

std::vector<GalleryEntry> flocks_to_present() {
  std::vector<GalleryEntry> entries = gallery_entries();
  std::erase_if(entries,
                [](const GalleryEntry& entry) { return entry.group != gallery_entries().front().group; });
  return entries;
}

}  // namespace murmur
