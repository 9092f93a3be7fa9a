#include "app/live/behaviour_defaults.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_values.h"

namespace murmur {
namespace {

/// Three digits are enough for a default value.
std::string rounded(double value) { return number_text(std::stod(fmt::format("{:.3g}", value))); }

std::vector<double> middle(const Scenario& scenario, size_t axes) {
  std::vector<double> place;
  for (size_t k = 0; k < axes; ++k) place.push_back(scenario.world.size[k] * 0.5);
  return place;
}

double shortest_side(const Scenario& scenario) {
  return *std::min_element(scenario.world.size.begin(), scenario.world.size.end());
}

}  // namespace

std::string place_text(const std::vector<double>& place) {
  std::string text;
  for (const double coordinate : place) text += (text.empty() ? "" : ", ") + number_text(coordinate);
  return "[" + text + "]";
}

std::string behaviour_default(const std::string& table, const Scenario& scenario) {
  const double speed = scenario.rules.max_speed, radius = scenario.rules.radius;
  const auto axes = static_cast<size_t>(scenario.dimensions());
  if (table == "wind") {
    std::vector<double> wind(axes, 0.0);
    wind.front() = std::stod(rounded(0.1 * speed));
    return fmt::format("{{ velocity = {} }}", place_text(wind));
  }
  if (table == "wind.gust")
    return fmt::format("{{ probability = 0.01, duration = 30, strength = {} }}", rounded(0.05 * speed));
  if (table == "goal")
    return fmt::format("{{ at = {}, cap = {} }}", place_text(middle(scenario, axes)), rounded(0.01 * speed));
  // The book's R = 50 and speed 2 make the usual radius 100 and push 0.5 of it.
  if (table == "cursor")
    return fmt::format("{{ mode = \"flee\", radius = {}, push = {} }}", rounded(2.0 * radius),
                       rounded(0.25 * speed));
  if (table == "terrain.hill")
    return fmt::format("{{ at = {}, radius = {}, height = 50.0 }}", place_text(middle(scenario, 2)),
                       rounded(0.2 * shortest_side(scenario)));
  if (table == "noise") return "{ amount = 0.5 }";
  if (table == "perching") return "{ mean_rest = 60.0 }";
  return "{}";
}

std::string obstacle_default(const Scenario& scenario, const std::vector<double>& at) {
  const double radius = std::max(scenario.rules.radius, 0.06 * shortest_side(scenario));
  return fmt::format("{{ at = {}, radius = {}, strength = {} }}", place_text(at), rounded(radius),
                     rounded(0.25 * scenario.rules.max_speed));
}

std::string predator_default(const Scenario& scenario, const std::vector<double>& at) {
  return fmt::format("{{ at = {}, max_speed = {} }}", place_text(at),
                     rounded(1.3 * scenario.rules.max_speed));
}

std::string predator_default(const Scenario& scenario) {
  const double speed = scenario.rules.max_speed, reach = 2.0 * scenario.rules.radius;
  return fmt::format("{{ max_speed = {}, notice = {}, flee_radius = {}, flee_push = {} }}",
                     rounded(1.3 * speed), rounded(reach), rounded(reach), rounded(0.033 * speed));
}

}  // namespace murmur
