// What the gallery offers, in its groups: every preset and every example scenario, each known by its name. No OpenGL.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"

namespace murmur {

struct GalleryEntry : BuiltIn {
  bool preset = false;  ///< otherwise a scenario
};

/// All entries in the order of presentation. A file without a place is in the last group.
const std::vector<GalleryEntry>& gallery_entries();
/// None of this name: null.
const GalleryEntry* find_gallery_entry(const std::string& name);
/// @throws UserError with near names
const GalleryEntry& gallery_entry(const std::string& name);
/// A step reads walls from files, so those that an example scenario names are put into the user's cache first.
ScenarioSource gallery_source(const GalleryEntry& entry, const ScenarioOverrides& overrides = {});
/// Entries of the first group: a presentation shows them in this order.
std::vector<GalleryEntry> flocks_to_present();

}  // namespace murmur
