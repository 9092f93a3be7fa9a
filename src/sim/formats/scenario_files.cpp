#include "sim/formats/scenario_files.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/formats/run_id.h"
#include "sim/util/errors.h"
#include "sim/util/files.h"

namespace murmur {
namespace {

std::string digest_of(const std::string& path) {
  if (is_special_file(path)) return "";  // reading a pipe would block
  try {
    return content_digest(read_text_file(path));
  } catch (const RunError&) {
    return "";  // the code that needs the file reports the error
  }
}

}  // namespace

std::vector<ScenarioFile> scenario_files(const Scenario& scenario) {
  std::vector<ScenarioFile> files;
  const auto add = [&files](const std::string& name, const std::string& path) {
    if (!path.empty()) files.push_back({name, path});
  };
  if (scenario.terrain) add("terrain image", scenario.terrain->image);
  for (size_t k = 0; k < scenario.walls.size(); ++k)
    add(fmt::format("{} of wall[{}]", scenario.walls[k].mesh.empty() ? "image" : "mesh", k),
        scenario.walls[k].file());
  return files;
}

std::string files_digest(const Scenario& scenario, const std::map<std::string, std::string>& known) {
  std::string digests;
  const std::vector<ScenarioFile> files = scenario_files(scenario);
  for (size_t k = 0; k < files.size(); ++k) {
    const auto found = known.find(files[k].path);
    digests += (k > 0 ? "+" : "") + (found == known.end() ? digest_of(files[k].path) : found->second);
  }
  return digests;
}

void check_files(const std::string& name, const Scenario& scenario, const std::string& digest) {
  if (digest.empty()) return;
  size_t at = 0;  // position in the digests that the run stored
  for (const auto& [what, path] : scenario_files(scenario)) {
    const size_t end = std::min(digest.find('+', at), digest.size());
    const std::string wanted = digest.substr(std::min(at, end), end - std::min(at, end)),
                      found = digest_of(path);
    at = end + 1;
    if (found == wanted) continue;
    throw UserError(fmt::format("{}: its {} {} {}; put the file of the run back to go on with it", name, what,
                                path, found.empty() ? "cannot be read" : "has changed since the run began"));
  }
}

}  // namespace murmur
