#include "sim/editing/behaviour_defaults.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/scenario/words.h"

namespace murmur {
namespace {

std::vector<double> middle(const Scenario& scenario, size_t axes) {
  std::vector<double> place;
  for (size_t k = 0; k < axes; ++k) place.push_back(scenario.world.size[k] * 0.5);
  return place;
}

}  // namespace

double shortest_side(const Scenario& scenario) {
  return *std::min_element(scenario.world.size.begin(), scenario.world.size.end());
}

double rounded(double value) { return std::stod(fmt::format("{:.3g}", value)); }

bool adds_accelerations(const Scenario& scenario) { return scenario.rules.adds == Adds::kAcceleration; }

// Strength of a cursor's push. The book's R = 50 and speed 2 give the usual radius 100 and a push of 0.5. An
// acceleration acts for only a part of a unit time in each step, and must turn a boid within half a unit time.
double cursor_push(const Scenario& scenario) {
  return rounded((adds_accelerations(scenario) ? 2.0 : 0.25) * scenario.rules.max_speed);
}

CursorFactors cursor_factors(CursorMode mode, int dimensions) {
  return mode == CursorMode::kAttract && dimensions == 3 ? CursorFactors{.reach = 8.0, .push = 0.12}
                                                         : CursorFactors{};
}

double scatter_strength(const Scenario& scenario, double distance) {
  return std::clamp(rounded(scenario.rules.max_speed / distance), 0.1, 4.0);
}

SetValue cursor_default(CursorMode mode, double radius, double push) {
  return SetValue::table(
      {{"mode", SetValue::word(word_for(mode))}, {"radius", rounded(radius)}, {"push", rounded(push)}});
}

SetValue behaviour_default(const std::string& table, const Scenario& scenario) {
  const double speed = scenario.rules.max_speed, radius = scenario.rules.radius;
  const auto axes = static_cast<size_t>(scenario.dimensions());
  if (table == "wind") {
    std::vector<double> wind(axes, 0.0);
    wind.front() = rounded(0.1 * speed);
    return SetValue::table({{"velocity", wind}});
  }
  if (table == "wind.gust")
    return SetValue::table(
        {{"probability", 0.01}, {"duration", int64_t{30}}, {"strength", rounded(0.05 * speed)}});
  if (table == "goal")
    return adds_accelerations(scenario)
               ? SetValue::table(
                     {{"at", middle(scenario, axes)}, {"factor", 0.1}, {"cap", rounded(0.08 * speed)}})
               : SetValue::table({{"at", middle(scenario, axes)}, {"cap", rounded(0.01 * speed)}});
  if (table == "cursor") return cursor_default(CursorMode::kFlee, 2.0 * radius, cursor_push(scenario));
  if (table == "terrain.hill")
    return SetValue::table(
        {{"at", middle(scenario, 2)}, {"radius", rounded(0.2 * shortest_side(scenario))}, {"height", 50.0}});
  if (table == "rules.cruise") return SetValue::table({{"speed", rounded(0.5 * speed)}});
  if (table == "roost")
    return SetValue::table(
        {{"radius", rounded(0.2 * shortest_side(scenario))}, {"turn", rounded(0.01 * speed)}});
  if (table == "turbulence")
    return SetValue::table(
        {{"strength", rounded(0.01 * speed)}, {"wavelength", rounded(0.2 * shortest_side(scenario))}});
  if (table == "noise") return SetValue::table({{"amount", 0.5}});
  if (table == "perching") return SetValue::table({{"mean_rest", 60.0}});
  return SetValue::table({});
}

}  // namespace murmur
