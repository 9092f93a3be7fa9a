#include "sim/walls/mesh_file.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/walls/mesh_bytes.h"

namespace murmur {

Mesh read_mesh(const std::string& path) {
  MeshBytes bytes(path);
  std::string ending = std::filesystem::path(path).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  Mesh mesh;
  if (ending == ".obj")
    read_obj(bytes, mesh);
  else if (ending == ".ply")
    read_ply(bytes, mesh);
  else if (ending == ".stl")
    read_stl(bytes, mesh);
  else
    bytes.refuse("is no mesh by its name; allowed: a file .obj, .ply or .stl");
  if (mesh.triangles.empty())
    throw UserError(fmt::format("{}: has no triangles; allowed: at least one", path));
  return mesh;
}

}  // namespace murmur
