#include "sim/formats/terrain_image.h"

#include <fmt/format.h>

#include "sim/formats/run_id.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {

std::string terrain_image(const Scenario& scenario) {
  return scenario.terrain ? scenario.terrain->image : "";
}

std::string terrain_image_hash(const Scenario& scenario) {
  const std::string path = terrain_image(scenario);
  if (path.empty()) return "";
  try {
    return content_digest(read_text_file(path));
  } catch (const RunError&) {
    return "";  // whoever needs the heights says why
  }
}

void check_terrain_image(const std::string& name, const Scenario& scenario, const std::string& hash) {
  if (hash.empty()) return;
  const std::string path = terrain_image(scenario), found = terrain_image_hash(scenario);
  if (found == hash) return;
  throw UserError(fmt::format("{}: its terrain image {} {}; put the file of the run back to go on with it",
                              name, path,
                              found.empty() ? "cannot be read" : "has changed since the run began"));
}

}  // namespace murmur
