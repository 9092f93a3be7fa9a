#include "sim/scenario/presets.h"

#include <algorithm>
#include <array>

#include "base/embedded.h"

namespace murmur {

namespace {

constexpr std::array<std::string_view, 30> kPresentation = {"murmuration",
                                                            "book",
                                                            "book-centroid",
                                                            "blog",
                                                            "ruby",
                                                            "article",
                                                            "article-panic",
                                                            "article-leisure",
                                                            "article-migration",
                                                            "parker",
                                                            "quiver",
                                                            "benchmark",
                                                            "benchmark-3d",
                                                            "cis565",
                                                            "vicsek",
                                                            "gregoire-chate",
                                                            "chate",
                                                            "couzin-swarm",
                                                            "couzin-torus",
                                                            "couzin-parallel",
                                                            "topological",
                                                            "starlings",
                                                            "starlings-turn",
                                                            "starlings-show",
                                                            "ruby-printed",
                                                            "article-printed",
                                                            "article-panic-printed",
                                                            "article-leisure-printed",
                                                            "article-migration-printed",
                                                            "parker-printed"};

}  // namespace

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const EmbeddedText& preset : embedded_presets()) names.emplace_back(preset.name);
  const auto rank = [](const std::string& name) {
    return std::find(kPresentation.begin(), kPresentation.end(), name) - kPresentation.begin();
  };
  // Presets that the list does not name stay last, in the order of their names.
  std::stable_sort(names.begin(), names.end(),
                   [&](const std::string& a, const std::string& b) { return rank(a) < rank(b); });
  return names;
}

std::string_view preset_text(const std::string& preset) {
  for (const EmbeddedText& text : embedded_presets())
    if (text.name == preset) return text.text;
  return {};
}

std::string preset_summary(const std::string& preset) {
  std::string_view line = preset_text(preset);
  line = line.substr(0, line.find('\n'));
  const size_t start = line.find_first_not_of("# ");
  return start == std::string_view::npos ? "" : std::string(line.substr(start));
}

}  // namespace murmur
