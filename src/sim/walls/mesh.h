// A mesh: vertices, and triangles that refer to them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/vec.h"

namespace murmur {

struct Mesh {
  std::vector<Vec<double, 3>> vertices;
  std::vector<std::array<uint32_t, 3>> triangles;  ///< indices of vertices
};

inline constexpr size_t kMostTriangles = 1'000'000;
inline constexpr size_t kMostVertices = 3 * kMostTriangles;

}  // namespace murmur
