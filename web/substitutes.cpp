// Replaces what the core needs from the system and from libraries that a browser does not have: the number of
// processors (sim/util/processors.h) and the readers of files beside a scenario (sim/state/height_map.h,
// sim/walls/picture.h and mesh_file.h).
#include <emscripten.h>

#include "sim/shapes/wall_shapes.h"
#include "sim/state/height_map.h"
#include "sim/util/errors.h"
#include "sim/util/processors.h"
#include "sim/walls/mesh_file.h"
#include "sim/walls/picture.h"

namespace murmur {

/// Number of workers that worker.js gives to the module; 1 in a build without threads.
int processors() {
  return EM_ASM_INT({ return Module["threads"] || 1; });
}

HeightMap read_height_map(const std::string& path) {
  throw UserError("terrain.image: " + path + ": the web build reads no pictures; allowed: terrain.hill");
}

namespace {

/// The kinds of walls that need no file, for messages.
std::string other_walls(int dimensions) {
  return wall_kinds([=](const WallKind& kind) { return !kind.file && kind.fits(dimensions); }, " or ");
}

}  // namespace

Picture read_picture(const std::string& path) {
  throw UserError(path + ": the web build reads no pictures; allowed: " + other_walls(2));
}

Mesh read_mesh(const std::string& path) {
  throw UserError(path + ": the web build reads no meshes; allowed: " + other_walls(3));
}

}  // namespace murmur
