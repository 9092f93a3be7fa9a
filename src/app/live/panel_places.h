// Writes where the panel's controls are on the screen, for programs that press them: `view --panel-places`.
// One line each, "name left top right bottom" in pixels, replaced whole whenever something moved.
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
