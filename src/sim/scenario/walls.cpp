#include "sim/scenario/read.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/scenario/field_reader.h"

namespace murmur {
namespace {

using WallShape = Scenario::WallShape;

bool is_shape(std::string_view key) {
  return std::find(std::begin(kWallShapes), std::end(kWallShapes), key) != std::end(kWallShapes);
}

/// Checks of one wall.
class WallCheck {
 public:
  WallCheck(const Scenario& scenario, size_t index, const toml::table* merged, Faults& faults)
      : scenario_(scenario), wall_(scenario.walls[index]), index_(index), faults_(faults) {
    const toml::array* const tables = merged ? merged->get_as<toml::array>("wall") : nullptr;
    const toml::node* const table = tables ? tables->get(index) : nullptr;
    table_ = table ? table->as_table() : nullptr;
  }

  void run() {
    find_shapes();
    if (shapes_.size() != 1)
      return fault("", fmt::format("{}; allowed: one of {}",
                                   shapes_.empty() ? "has no shape" : "has " + list(shapes_, " and "),
                                   list({std::begin(kWallShapes), std::end(kWallShapes)}, ", ")));
    if (!fits_dimensions()) return;
    only("closed", wall_.closed, {"points"});
    only("at", wall_.at.has_value(), {"mesh", "image"});
    only("scale", wall_.scale.has_value(), {"mesh"});
    only("size", wall_.size.has_value(), {"image"});
    if (wall_.side == WallSide::kInside && ((is("points") && !wall_.closed) || is("plane")))
      fault("side", fmt::format("is \"inside\"; allowed: for a closed shape alone, and {} is none",
                                is("plane") ? "a plane" : "a line that is not closed"));
    check_points();
    check_extents();
    if (wall_.plane && std::all_of(wall_.plane->normal.begin(), wall_.plane->normal.end(),
                                   [](double x) { return x == 0.0; }))
      fault("plane.normal", "is 0; allowed: a direction");
  }

 private:
  static std::string list(const std::vector<std::string>& names, const char* between) {
    return fmt::format("{}", fmt::join(names, between));
  }
  bool is(std::string_view shape) const { return shapes_.front() == shape; }
  std::string path(const std::string& key) const {
    return key.empty() ? fmt::format("wall[{}]", index_) : fmt::format("wall[{}].{}", index_, key);
  }
  void fault(const std::string& key, const std::string& text) {
    const toml::node* const node =
        table_ && !key.empty() ? table_->get(key.substr(0, key.find_first_of(".["))) : nullptr;
    faults_.add(node ? node : table_, path(key), text);
  }

  /// In a file those that it gives, also where they were read with a fault.
  void find_shapes() {
    for (const Entry& entry : entries_of<WallShape>(wall_)) {
      const char* const key = entry.field.key;
      if (!is_shape(key)) continue;
      const toml::node* const node = table_ ? table_->get(key) : nullptr;
      const bool absent = node && node->value<std::string_view>() == "";
      if (table_ ? node && !absent : !left_out(entry)) shapes_.emplace_back(key);
    }
  }

  bool fits_dimensions() {
    const int dimensions = scenario_.dimensions();
    const bool flat = is("points") || is("circle") || is("image"), both = is("box");
    if (dimensions == 0 || both || flat == (dimensions == 2)) return true;
    fault(shapes_.front(),
          fmt::format("is a shape of {} dimensions; allowed in a world of {}: {}", flat ? 2 : 3, dimensions,
                      flat ? "box, plane, cylinder, sphere and mesh" : "points, circle, box and image"));
    return false;
  }

  /// A key that belongs to other shapes.
  void only(const char* key, bool given, const std::vector<std::string>& shapes) {
    if (given && std::find(shapes.begin(), shapes.end(), shapes_.front()) == shapes.end())
      fault(key,
            fmt::format("is given with {}; allowed: with {} alone", shapes_.front(), list(shapes, " and ")));
  }

  void check_points() {
    if (!is("points")) return;
    const size_t least = wall_.closed ? 3 : 2;
    if (wall_.points.size() < least)
      fault("points", fmt::format("has {}; allowed: at least {}{}", wall_.points.size(), least,
                                  wall_.closed ? " of a closed line" : ""));
  }

  /// Where boids cannot leave the world, a wall lies in it.
  void check_extents() {
    for (size_t k = 0; k < wall_.points.size(); ++k)
      within(fmt::format("points[{}]", k), wall_.points[k], wall_.points[k]);
    if (wall_.circle) around("circle", *wall_.circle, 2);
    if (wall_.sphere) around("sphere", *wall_.sphere, 3);
    if (wall_.box) {
      Scenario::WallBox high = *wall_.box;
      for (size_t k = 0; k < std::min(high.at.size(), high.size.size()); ++k) high.at[k] += high.size[k];
      within("box", wall_.box->at, high.at);
    }
    if (is("image")) {
      std::vector<double> low = wall_.at.value_or(std::vector<double>(2, 0.0)), high = low;
      const std::vector<double>& size = wall_.size ? *wall_.size : scenario_.world.size;
      for (size_t k = 0; k < std::min(low.size(), size.size()); ++k) high[k] += size[k];
      within(wall_.at ? "at" : "size", low, high);
    }
    if (wall_.plane) within("plane.at", wall_.plane->at, wall_.plane->at);
    if (const auto& cylinder = wall_.cylinder) {
      std::vector<double> low = cylinder->at, high = cylinder->at;
      for (size_t k = 0; k < low.size(); ++k) {
        low[k] -= k < 2 ? cylinder->radius : 0.0;
        high[k] += k < 2 ? cylinder->radius : cylinder->height;
      }
      within("cylinder", low, high);
    }
  }
  void around(const char* key, const Scenario::WallCircle& circle, size_t axes) {
    std::vector<double> low = circle.at, high = circle.at;
    for (size_t k = 0; k < std::min(axes, low.size()); ++k) low[k] -= circle.radius, high[k] += circle.radius;
    within(key, low, high);
  }
  void within(const std::string& key, const std::vector<double>& low, const std::vector<double>& high) {
    const std::vector<double>& world = scenario_.world.size;
    const bool closed = has_walls(scenario_.world.boundary);
    if (faults_.count() > kMostFaults) return;
    for (size_t k = 0; k < std::min(world.size(), low.size()); ++k) {
      const double least = closed ? 0.0 : -kFarthest, most = closed ? world[k] : kFarthest;
      if (low[k] >= least && high[k] <= most) continue;
      fault(key,
            fmt::format(
                "reaches to {} on axis {}; allowed: {} to {}{}", low[k] < least ? low[k] : high[k], k, least,
                most,
                closed ? ", inside the world, or anywhere with world.boundary = \"soft\" or \"open\"" : ""));
      return;
    }
  }

  static constexpr double kFarthest = 1e9;
  static constexpr size_t kMostFaults = 20;  // of thousands of points

  const Scenario& scenario_;
  const Scenario::Wall& wall_;
  size_t index_;
  Faults& faults_;
  const toml::table* table_ = nullptr;
  std::vector<std::string> shapes_;  // that the wall has
};

}  // namespace

void check_walls(const Scenario& scenario, const toml::table* merged, Faults& faults) {
  for (size_t k = 0; k < scenario.walls.size(); ++k) WallCheck(scenario, k, merged, faults).run();
}

}  // namespace murmur
