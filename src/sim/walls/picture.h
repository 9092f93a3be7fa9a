// A PNG as light and dark: what of it is wall.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace murmur {

struct Picture {
  int columns = 0, rows = 0;
  /// (rows, columns), the lowest row first: 0 black to 255 white, and 255 where it is more than half transparent.
  std::vector<uint8_t> light;
};

/// @throws UserError: "PATH: what is wrong; allowed: ...".
Picture read_picture(const std::string& path);

}  // namespace murmur
