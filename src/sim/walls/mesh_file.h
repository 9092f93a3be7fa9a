// Triangles from .obj, .ply and .stl files, text or binary. Numbers are read strictly: tinyobjloader, the reader that systems have,
// takes a number that it does not understand for 0, and knows no line of it.
#pragma once

#include <string>

#include "sim/walls/mesh.h"

namespace murmur {

/// Reads a mesh; the ending of the name tells its format. Faces of more corners become fans of triangles from their first.
/// @throws UserError: "PATH:LINE: what is wrong; allowed: ...".
Mesh read_mesh(const std::string& path);

}  // namespace murmur
