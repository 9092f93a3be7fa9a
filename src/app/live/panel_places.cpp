#include "app/live/panel_places.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fmt/format.h>

#include "sim/util/errors.h"

namespace murmur {

void PanelPlaces::update(const Places& places) {
  if (path_.empty() || places == written_) return;
  const std::string unfinished = path_ + ".part";
  std::FILE* const file = std::fopen(unfinished.c_str(), "w");
  const auto refuse = [&] {
    throw RunError(fmt::format("cannot write the panel's places {}: {}.", path_, std::strerror(errno)));
  };
  if (!file) refuse();
  for (const auto& [name, place] : places)
    fmt::print(file, "{} {} {} {} {}\n", name, place[0], place[1], place[2], place[3]);
  if (std::fclose(file) != 0 || std::rename(unfinished.c_str(), path_.c_str()) != 0) refuse();
  written_ = places;
}

}  // namespace murmur
