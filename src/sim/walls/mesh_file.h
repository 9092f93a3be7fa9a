// Triangles from .obj, .ply and .stl files, text or binary. Numbers are read strictly: tinyobjloader, the reader that systems have,
// takes a number that it does not understand for 0, and knows no line of it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/vec.h"

namespace murmur {

struct Mesh {
  std::vector<Vec<double, 3>> vertices;
  std::vector<std::array<uint32_t, 3>> triangles;  ///< indices of vertices
};

inline constexpr uint64_t kMostMeshBytes = 1'000'000'000;
inline constexpr size_t kMostTriangles = 1'000'000;
inline constexpr size_t kMostVertices = 3 * kMostTriangles;

/// By the ending of its name. Faces of more corners become fans of triangles from their first.
/// @throws UserError: "PATH:LINE: what is wrong; allowed: ...".
Mesh read_mesh(const std::string& path);

}  // namespace murmur
