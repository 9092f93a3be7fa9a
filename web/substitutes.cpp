// What the core uses of the system and of libraries that a browser does not have: processors (sim/util/processors.h) and the
// decoder of PNG files (sim/scenario/height_map.h).
#include "sim/scenario/height_map.h"
#include "sim/util/errors.h"
#include "sim/util/processors.h"

namespace murmur {

int processors() { return 1; }  // the module is built without threads

HeightMap read_height_map(const std::string& path) {
  throw UserError("terrain.image: " + path + ": the web build reads no pictures; allowed: terrain.hill");
}

}  // namespace murmur
