// Reads a PNG as light and dark pixels; dark ones are walls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace murmur {

struct Picture {
  int columns = 0, rows = 0;
  /// Brightness (rows, columns), the lowest row first: 0 black to 255 white; pixels that are more than half transparent are 255.
  std::vector<uint8_t> light;
};

/// Reads a picture. @throws UserError: "PATH: what is wrong; allowed: ...".
Picture read_picture(const std::string& path);

}  // namespace murmur
