#include "sim/scenario/presets.h"

#include <algorithm>

#include "sim/scenario/toml_text.h"

namespace murmur {

BuiltIn built_in(const EmbeddedText& file) {
  BuiltIn one{.name = std::string(file.name), .text = file.text};
  std::string about;
  while (one.text.starts_with("#:")) {
    const size_t size = std::min(one.text.find('\n'), one.text.size() - 1) + 1;
    about += one.text.substr(2, size - 2);
    one.text.remove_prefix(size);
  }
  std::string_view line = one.text.substr(0, one.text.find('\n'));
  line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
  one.summary = line;
  const toml::table table = parse_toml(about, one.name);
  one.title = table["title"].value_or(one.name);
  one.group = table["group"].value_or(one.group);
  one.place = table["place"].value_or(one.place);
  one.list = table["list"].value_or(one.list);
  one.large = table["large"].value_or(one.large);
  one.warm_up = table["warm_up"].value_or(one.warm_up);
  return one;
}

const std::vector<BuiltIn>& presets() {
  static const std::vector<BuiltIn> presets = [] {
    std::vector<BuiltIn> all;
    for (const EmbeddedText& file : embedded_presets()) all.push_back(built_in(file));
    std::stable_sort(all.begin(), all.end(),
                     [](const BuiltIn& a, const BuiltIn& b) { return a.list < b.list; });
    return all;
  }();
  return presets;
}

const BuiltIn* find_preset(std::string_view name) {
  const auto found =
      std::find_if(presets().begin(), presets().end(), [&](const BuiltIn& one) { return one.name == name; });
  return found == presets().end() ? nullptr : &*found;
}

std::vector<std::string> preset_names() {
  std::vector<std::string> names;
  for (const BuiltIn& preset : presets()) names.push_back(preset.name);
  return names;
}

std::string preset_summary(const std::string& preset) {
  const BuiltIn* const found = find_preset(preset);
  return found ? found->summary : "";
}

std::string_view preset_text(const std::string& preset) {
  const BuiltIn* const found = find_preset(preset);
  return found ? found->text : std::string_view();
}

}  // namespace murmur
