// Reads a greyscale PNG as a height map. Black is 0, white 100; the picture's bottom row lies at coordinate
// 0. Samples are heights, not light: taken as they are (8 or 16 bits), without gamma. Called by
// parameters.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace murmur {

struct HeightMap {
  int32_t columns = 0, rows = 0;
  std::vector<double> heights;  ///< (rows, columns), row 0 at the bottom of the picture
};

/// @throws UserError when the file is missing, is no PNG, is in colour or has no pixels.
HeightMap read_height_map(const std::string& path);

}  // namespace murmur
