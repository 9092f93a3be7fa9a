// The list of flocks in the gallery: every preset and every example scenario by name, in groups. Uses no OpenGL.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"

namespace murmur {

struct GalleryEntry : BuiltIn {
  bool preset = false;  ///< a preset; false: an example scenario
};

/// All entries in the order of presentation. A file that the order does not name is in the last group.
const std::vector<GalleryEntry>& gallery_entries();
/// The entry of this name; null: there is none.
const GalleryEntry* find_gallery_entry(const std::string& name);
/// The title of the entry of this name; without one the name itself.
std::string gallery_title(const std::string& name);
/// The entry of this name. @throws UserError with similar names.
const GalleryEntry& gallery_entry(const std::string& name);
/// The scenario of an entry. Writes the wall files of an example scenario into the user's cache, because a step reads walls from files.
ScenarioSource gallery_source(const GalleryEntry& entry, const ScenarioOverrides& overrides = {});
/// Entries of the first group, in the order in which a presentation shows them.
std::vector<GalleryEntry> flocks_to_present();

}  // namespace murmur
