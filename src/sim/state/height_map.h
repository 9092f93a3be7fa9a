// Reads a greyscale PNG as a height map. Black is 0, white 100; the picture's bottom row lies at coordinate
// 0. Samples (8 or 16 bits) are heights and not light, so no gamma is applied. Called by parameters.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace murmur {

struct HeightMap {
  int32_t columns = 0, rows = 0;
  std::vector<double> heights;  ///< (rows, columns), row 0 at the bottom of the picture
};

/// @throws UserError when the file is missing, is not a PNG, is in colour or has no pixels.
HeightMap read_height_map(const std::string& path);

}  // namespace murmur
