// Divides a face of a mesh into triangles.
#pragma once

#include <span>

#include "sim/walls/mesh.h"

namespace murmur {

/// Adds the triangles of a face: a convex face is a fan from its first corner, others are cut ear by ear (Meisters
/// 1975). @returns false, and adds nothing, if its outline crosses itself.
bool triangulate(std::span<const uint32_t> corners, Mesh& mesh);

}  // namespace murmur
