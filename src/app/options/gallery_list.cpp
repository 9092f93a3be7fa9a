#include "app/options/gallery_list.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "app/options/cache_folder.h"
#include "app/options/cli_text.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

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

const GalleryEntry* find_gallery_entry(const std::string& name) {
  const auto found = std::ranges::find(gallery_entries(), name, &GalleryEntry::name);
  return found == gallery_entries().end() ? nullptr : &*found;
}

std::string gallery_title(const std::string& name) {
  const GalleryEntry* const found = find_gallery_entry(name);
  return found ? found->title : name;
}

const GalleryEntry& gallery_entry(const std::string& name) {
  if (const GalleryEntry* const found = find_gallery_entry(name)) return *found;
  std::vector<std::string> names;
  for (const GalleryEntry& entry : gallery_entries()) names.push_back(entry.name);
  const std::string near = did_you_mean(name, names);
  throw UserError(fmt::format("--preset: {} is not a preset{}", toml_string(name),
                              near.empty() ? "; murmur presets lists them" : near));
}

ScenarioSource gallery_source(const GalleryEntry& entry, const ScenarioOverrides& overrides) {
  if (entry.preset) return ScenarioSource::from_preset(entry.name, overrides);
  const std::string folder = cache_folder();
  if (folder.empty() || entry.text.find("\"walls/") == std::string_view::npos)
    return ScenarioSource::from_text(entry.text, entry.name, overrides);
  std::filesystem::create_directories(folder + "/walls");
  for (const EmbeddedText& file : embedded_walls())
    replace_file(fmt::format("{}/walls/{}", folder, file.name), std::string(file.text));
  return ScenarioSource::from_file_text(entry.text, fmt::format("{}/{}.toml", folder, entry.name), overrides);
}

std::vector<GalleryEntry> flocks_to_present() {
  std::vector<GalleryEntry> entries = gallery_entries();
  std::erase_if(entries,
                [](const GalleryEntry& entry) { return entry.group != gallery_entries().front().group; });
  return entries;
}

}  // namespace murmur
