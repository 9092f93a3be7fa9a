#include "app/window/dropped_wall.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "sim/editing/behaviour_defaults.h"
#include "sim/util/errors.h"
#include "sim/walls/mesh_file.h"
#include "sim/walls/wall_pieces.h"

namespace murmur {
namespace {

constexpr double kLeastShare = 0.05, kShare = 0.8;  // sides of a mesh over those of the world

/// Scales a mesh that does not suit the size of the world, and moves it into the middle, onto the ground.
void fit(const Mesh& mesh, const std::vector<double>& world, WallShape& wall) {
  std::array<double, 3> low{}, high{};
  for (size_t k = 0; k < 3; ++k) {
    const auto axis = static_cast<int>(k);
    low[k] = high[k] = mesh.vertices.empty() ? 0.0 : mesh.vertices[0][axis];
    for (const auto& vertex : mesh.vertices) {
      low[k] = std::min(low[k], vertex[axis]);
      high[k] = std::max(high[k], vertex[axis]);
    }
  }
  bool within = true, large = false;
  double scale = 0.0;
  for (size_t k = 0; k < 3; ++k) {
    within = within && low[k] >= 0.0 && high[k] <= world[k];
    large = large || high[k] - low[k] >= kLeastShare * world[k];
    if (high[k] == low[k]) continue;
    const double most = kShare * world[k] / (high[k] - low[k]);
    scale = scale > 0.0 ? std::min(scale, most) : most;
  }
  if ((within && large) || scale == 0.0) return;
  wall.scale = rounded(scale);
  wall.at.emplace();
  for (size_t k = 0; k < 3; ++k) {
    const double middle = 0.5 * world[k] - 0.5 * *wall.scale * (low[k] + high[k]);
    wall.at->push_back(k < 2 ? middle : -*wall.scale * low[k]);
  }
}

SetValue value_of(const WallShape& wall, const char* shape, const std::string& path) {
  std::string text = fmt::format("{{ {} = {}", shape, SetValue::word(path).text());
  if (wall.at) text += ", at = " + SetValue(*wall.at).text();
  if (wall.scale) text += ", scale = " + SetValue(*wall.scale).text();
  if (wall.side == WallSide::kBoth) text += ", side = " + SetValue::word("both").text();
  return text + " }";
}

/// Checks a wall as if it were the only one of the scenario. @returns the fault; empty: none.
std::string fault_of(const Scenario& scenario, const WallShape& wall) {
  Scenario probe = scenario;
  probe.walls.assign(1, {});
  static_cast<WallShape&>(probe.walls[0]) = wall;
  try {
    check_wall_pieces(probe);
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

DroppedWall dropped_wall(const Scenario& scenario, const std::string& path, FileKind kind) {
  const bool picture = kind == FileKind::kPicture;
  const std::string name = std::filesystem::path(path).filename().string();
  if (picture != (scenario.dimensions() == 2))
    throw UserError(
        fmt::format("{}: is {}, which is a wall in a world of {} dimensions; this one has {}: drop {}", name,
                    picture ? "a picture" : "a mesh", picture ? 2 : 3, scenario.dimensions(),
                    picture ? "an OBJ, PLY or STL file" : "a PNG file"));
  DroppedWall dropped;
  size_t index = scenario.walls.size();
  WallShape wall;
  (picture ? wall.image : wall.mesh) = path;
  if (picture) {
    for (size_t k = 0; k < scenario.walls.size(); ++k) {
      const Scenario::Wall& other = scenario.walls[k];
      if (other.image.empty() || other.at || other.size) continue;
      index = k;
      dropped.replaced = std::filesystem::path(other.image).filename().string();
    }
  } else {
    fit(read_mesh(path), scenario.world.size, wall);
  }
  if (const std::string fault = fault_of(scenario, wall); !fault.empty()) {
    wall.side = WallSide::kBoth;  // an open mesh has no inside, for example
    if (!fault_of(scenario, wall).empty()) throw UserError(fault);
  }
  dropped.key = fmt::format("wall[{}]", index);
  dropped.value = value_of(wall, picture ? "image" : "mesh", path);
  return dropped;
}

}  // namespace murmur
