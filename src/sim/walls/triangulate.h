// A face of a mesh as triangles.
#pragma once

#include <span>

#include "sim/walls/mesh.h"

namespace murmur {

/// Adds the triangles of a face: a convex one is a fan from its first corner, any other is cut ear by ear (Meisters 1975).
/// @returns false, and adds nothing, where its outline crosses itself.
bool triangulate(std::span<const uint32_t> corners, Mesh& mesh);

}  // namespace murmur
