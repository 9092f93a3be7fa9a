// Reads triangles from .obj, .ply and .stl files, text or binary. Numbers are read strictly: the usual library,
// tinyobjloader, reads an invalid number as 0, and does not know its line.
#pragma once

#include <string>

#include "sim/walls/mesh.h"

namespace murmur {

/// Reads a mesh in the format of the file's extension. A face of more than three corners is divided into triangles.
/// @throws UserError: "PATH:LINE: what is wrong; allowed: ...".
Mesh read_mesh(const std::string& path);

}  // namespace murmur
