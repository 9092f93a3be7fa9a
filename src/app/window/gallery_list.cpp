#include "app/window/gallery_list.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/embedded.h"
#include "sim/scenario/presets.h"

namespace murmur {
namespace {

constexpr const char* kBeautiful = "Beautiful";

struct Place {
  std::string_view name, title;
};
struct Group {
  const char* title;
  std::vector<Place> places;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> kGroups{
      {kBeautiful,
       {{"starlings", "Starlings"},
        {"murmuration", "Murmuration"},
        {"peregrine", "A peregrine"},
        {"starlings-show", "Starlings: a show"},
        {"cis565", "A box of boids"},
        {"couzin-torus", "Couzin 2002: a torus"}}},
      {"The rules, one thing at a time",
       {{"field-of-view", "Field of view"},
        {"obstacles", "Obstacles"},
        {"gate", "A gate in a wall"},
        {"goal", "Goals"},
        {"predators", "Predators"},
        {"cursor", "The pointer"},
        {"wind", "Wind and gusts"},
        {"terrain", "A hill"},
        {"perching", "Boids that rest"},
        {"soft-border", "A soft border"},
        {"box-3d", "Three dimensions"},
        {"multipliers", "Weights that change"},
        {"events", "Events of each kind"},
        {"full-model", "A model of one's own"}}},
      {"Textbooks and programs",
       {{"book", "Python Playground"},
        {"book-centroid", "Playground, centroid"},
        {"parker", "Parker's pseudocode"},
        {"ruby", "Parker in Ruby"},
        {"article", "A PyGame article"},
        {"article-leisure", "PyGame: leisure"},
        {"article-migration", "PyGame: migration"},
        {"article-panic", "PyGame: panic"},
        {"blog", "A quadtree blog"},
        {"quiver", "Matplotlib quiver"},
        {"parker-printed", "Parker, as printed"},
        {"ruby-printed", "Ruby, as printed"},
        {"article-printed", "Article, as printed"},
        {"article-leisure-printed", "Leisure, as printed"},
        {"article-migration-printed", "Migration, as printed"},
        {"article-panic-printed", "Panic, as printed"}}},
      {"Physics and biology",
       {{"vicsek", "Vicsek 1995"},
        {"gregoire-chate", "Grégoire and Chaté 2004"},
        {"chate", "Chaté 2019"},
        {"couzin-swarm", "Couzin 2002: a swarm"},
        {"couzin-parallel", "Couzin 2002: parallel"},
        {"topological", "Ballerini 2008"},
        {"starlings-turn", "Starlings: waves of turns"}}},
      {"Benchmarks", {{"benchmark", "Benchmark"}, {"benchmark-3d", "Benchmark in 3D"}}}};
  return kGroups;
}

/// The first line of a scenario file says what it is.
std::string first_line(std::string_view text) {
  text = text.substr(0, text.find('\n'));
  const size_t start = text.find_first_not_of("# ");
  return start == std::string_view::npos ? "" : std::string(text.substr(start));
}

}  // namespace

std::vector<GalleryEntry> gallery_entries() {
  std::vector<GalleryEntry> there, entries;
  for (const std::string& name : preset_names())
    there.push_back(
        {.name = name, .preset = true, .group = "More", .title = name, .line = preset_summary(name)});
  for (const EmbeddedText& scenario : embedded_scenarios()) {
    const std::string name(scenario.name);
    there.push_back({.name = name, .group = "More", .title = name, .line = first_line(scenario.text)});
  }
  for (const Group& group : groups()) {
    for (const Place& place : group.places) {
      const auto entry = std::ranges::find(there, place.name, &GalleryEntry::name);
      if (entry == there.end()) continue;
      entry->group = group.title;
      entry->title = place.title;
      entries.push_back(*entry);
      there.erase(entry);
    }
  }
  entries.insert(entries.end(), there.begin(), there.end());
  return entries;
}

std::vector<GalleryEntry> flocks_to_present() {
  std::vector<GalleryEntry> entries = gallery_entries();
  std::erase_if(entries, [](const GalleryEntry& entry) { return entry.group != kBeautiful; });
  return entries;
}

}  // namespace murmur
