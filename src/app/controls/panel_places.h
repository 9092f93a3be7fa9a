// Writes the positions of the panel's controls, for tests that click them: `view --panel-places`.
// One line each, "name left top right bottom" in pixels; the file is rewritten whenever a control moves.
#pragma once

#include <array>
#include <map>
#include <string>

namespace murmur {

class PanelPlaces {
 public:
  using Places = std::map<std::string, std::array<int, 4>>;

  /// Empty path: nothing is written.
  explicit PanelPlaces(std::string path) : path_(std::move(path)) {}
  /// @throws RunError when the file cannot be written.
  void update(const Places& places);

 private:
  std::string path_;
  Places written_;
};

}  // namespace murmur
