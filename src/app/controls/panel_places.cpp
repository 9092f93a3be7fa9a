#include "app/controls/panel_places.h"

#include <fmt/format.h>

#include "sim/util/files.h"

namespace murmur {

void PanelPlaces::update(const Places& places) {
  if (path_.empty() || places == written_) return;
  std::string text;
  for (const auto& [name, place] : places)
    text += fmt::format("{} {} {} {} {}\n", name, place[0], place[1], place[2], place[3]);
  replace_file(path_, text);
  written_ = places;
}

}  // namespace murmur
