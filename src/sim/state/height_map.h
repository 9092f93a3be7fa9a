// Reads a greyscale PNG as a height map. Black is 0, white 100; the picture's bottom row is at coordinate 0. Samples
// (8 or 16 bits) are heights and not light, so no gamma correction is applied. Called by parameters.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace murmur {

struct HeightMap {
  int32_t columns = 0, rows = 0;
  std::vector<double> heights;  ///< (rows, columns); row 0 is the bottom of the picture
};

/// Reads a height map. @throws UserError when the file is missing, is not a PNG, is in colour or has no pixels.
HeightMap read_height_map(const std::string& path);

}  // namespace murmur
