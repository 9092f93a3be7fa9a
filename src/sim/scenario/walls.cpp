#include "sim/scenario/read.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "sim/scenario/field_reader.h"

namespace murmur {
namespace {

/// Checks the keys of one wall.
class WallCheck {
 public:
  WallCheck(const Scenario& scenario, size_t index, const toml::table* merged, Faults& faults)
      : scenario_(scenario), wall_(scenario.walls[index]), index_(index), faults_(faults) {
    const toml::array* const tables = merged ? merged->get_as<toml::array>("wall") : nullptr;
    const toml::node* const table = tables ? tables->get(index) : nullptr;
    table_ = table ? table->as_table() : nullptr;
  }

  void run() {
    const auto given = [this](const WallKind& kind) { return is_given(kind); };
    const auto count = std::count_if(std::begin(kWallKinds), std::end(kWallKinds), given);
    if (count != 1)
      return fault("", fmt::format("{}; allowed: one of {}",
                                   count == 0 ? "has no shape" : "has " + wall_kinds(given, " and ", " and "),
                                   wall_kinds([](const WallKind&) { return true; }, ", ", ", ")));
    kind_ = std::find_if(std::begin(kWallKinds), std::end(kWallKinds), given);
    if (!fits_dimensions()) return;
    only("closed", wall_.closed);
    only("at", wall_.at.has_value());
    only("scale", wall_.scale.has_value());
    only("size", wall_.size.has_value());
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
  bool is(std::string_view key) const { return kind_->key == key; }
  std::string path(const std::string& key) const {
    return key.empty() ? fmt::format("wall[{}]", index_) : fmt::format("wall[{}].{}", index_, key);
  }
  void fault(const std::string& key, const std::string& text) {
    const toml::node* const node =
        table_ && !key.empty() ? table_->get(key.substr(0, key.find_first_of(".["))) : nullptr;
    faults_.add(node ? node : table_, path(key), text);
  }

  /// Whether the wall has a shape of this kind, even if its key was read with a fault.
  bool is_given(const WallKind& kind) const {
    if (!table_) return !left_out(*find_entry(entries_, kind.key));
    const toml::node* const node = table_->get(kind.key);
    return node && node->value<std::string_view>() != "";
  }

  bool fits_dimensions() {
    const int dimensions = scenario_.dimensions();
    if (dimensions == 0 || kind_->fits(dimensions)) return true;
    const auto fits = [dimensions](const WallKind& kind) { return kind.fits(dimensions); };
    fault(std::string(kind_->key), fmt::format("is a shape of {} dimensions; allowed in a world of {}: {}",
                                               kind_->dimensions, dimensions, wall_kinds(fits)));
    return false;
  }

  /// Reports a key that is given but does not belong to the wall's shape.
  void only(std::string_view key, bool given) {
    const auto has = [key](const WallKind& kind) { return kind.also[0] == key || kind.also[1] == key; };
    if (given && !has(*kind_))
      fault(std::string(key),
            fmt::format("is given with {}; allowed: with {} alone", kind_->key, wall_kinds(has)));
  }

  void check_points() {
    if (!is("points")) return;
    const size_t least = wall_.closed ? 3 : 2;
    if (wall_.points.size() < least)
      fault("points", fmt::format("has {}; allowed: at least {}{}", wall_.points.size(), least,
                                  wall_.closed ? " of a closed line" : ""));
  }

  /// Checks that a wall is inside the world, if boids cannot leave the world.
  void check_extents() {
    for (size_t k = 0; k < wall_.points.size(); ++k)
      within(fmt::format("points[{}]", k), {wall_.points[k], {}, {}});
    if (wall_.circle) within("circle", wall_.circle->extent());
    if (wall_.sphere) within("sphere", wall_.sphere->extent());
    if (wall_.box) within("box", wall_.box->extent());
    if (wall_.plane) within("plane.at", {wall_.plane->at, {}, {}});
    if (wall_.cylinder) within("cylinder", wall_.cylinder->extent());
    if (is("image"))
      within(wall_.at ? "at" : "size", WallBox{wall_.at.value_or(std::vector<double>(2, 0.0)),
                                               wall_.size.value_or(scenario_.world.size)}
                                           .extent());
  }
  void within(const std::string& key, const Extent& extent) {
    const std::vector<double>& world = scenario_.world.size;
    const bool closed = has_walls(scenario_.world.boundary);
    if (faults_.count() > kMostFaults) return;
    for (size_t k = 0; k < std::min(world.size(), extent.low.size()); ++k) {
      const double low = extent.low[k], high = extent.high[k];
      const double least = closed ? 0.0 : -kFarthest, most = closed ? world[k] : kFarthest;
      if (low >= least && high <= most) continue;
      fault(key,
            fmt::format(
                "reaches to {} on axis {}; allowed: {} to {}{}", low < least ? low : high, k, least, most,
                closed ? ", inside the world, or anywhere with world.boundary = \"soft\" or \"open\"" : ""));
      return;
    }
  }

  static constexpr double kFarthest = 1e9;
  static constexpr size_t kMostFaults = 20;  // limit for walls with thousands of points

  const Scenario& scenario_;
  const Scenario::Wall& wall_;
  size_t index_;
  Faults& faults_;
  const toml::table* table_ = nullptr;
  const std::vector<Entry> entries_ = entries_of<WallShape>(wall_);
  const WallKind* kind_ = nullptr;
};

}  // namespace

void check_walls(const Scenario& scenario, const toml::table* merged, Faults& faults) {
  for (size_t k = 0; k < scenario.walls.size(); ++k) WallCheck(scenario, k, merged, faults).run();
}

}  // namespace murmur
