#include "sim/scenario/read.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include <fmt/ranges.h>

#include "sim/scenario/field_reader.h"
#include "sim/scenario/species.h"
#include "sim/util/roots.h"

namespace murmur {

namespace {

constexpr double kPi = 3.14159265358979323846;
/// Most cells per axis: more would overflow the arithmetic of the grid before they are halved.
constexpr double kMostRadii = 1e6;

/// Reads an event from an [[event]] table.
Event read_event(const toml::table& table, const std::string& path, const ReadContext& context) {
  TableReader reader(table, path, context.faults);
  Event event;
  size_t before = 0;
  for (const Entry& entry : event_head(event)) {
    before = context.faults.count();
    read_entry(reader, table, entry, context);
  }
  if (context.faults.count() > before) return event;  // an event without a kind: nothing to check
  for (const Entry& entry : event_body(event)) read_entry(reader, table, entry, context);
  reader.finish();
  return event;
}

void read_events(const toml::table& merged, ReadScenario& read, Faults& faults) {
  const toml::array* tables = merged.get_as<toml::array>("event");
  if (TableReader reader(merged, "", faults); !reader.tables("event")) return;
  for (size_t i = 0; i < tables->size(); ++i) {
    const toml::table& table = *(*tables)[i].as_table();
    const std::string path = fmt::format("event[{}]", i);
    const size_t before = faults.count();
    read.scenario.events.push_back(read_event(table, path, {read.scenario, faults}));
    const auto [place, line] = faults.place(&table);
    read.event_places.push_back(faults.count() > before ? Faults::Place{}
                                                        : Faults::Place{place + path, line});
  }
}

/// Computes the world's side so that N boids spread uniformly have `neighbours` others within R, rounded to float32.
void derive_size(Scenario& scenario) {
  if (!scenario.world.neighbours) return;
  const double boids = static_cast<double>(std::max<int64_t>(scenario.boids, 1));
  const double radius = scenario.rules.radius, neighbours = *scenario.world.neighbours;
  const double side = scenario.dimensions() == 2
                          ? std::sqrt(boids * kPi * radius * radius / neighbours)
                          : cube_root(boids * (4.0 / 3.0) * kPi * radius * radius * radius / neighbours);
  for (double& size : scenario.world.size) size = static_cast<double>(static_cast<float>(side));
}

void check_patch(const Scenario& scenario, const toml::table* merged, Faults& faults) {
  if (scenario.start.at.empty() || scenario.start.size.empty()) return;
  const double margin = scenario.start_allowance();
  for (size_t k = 0; k < std::min(scenario.world.size.size(), scenario.start.at.size()); ++k) {
    const double low = scenario.start.at[k], high = low + scenario.start.size[k],
                 side = scenario.world.size[k];
    if (low >= -margin && high <= side * (1.0 + 1e-6) + margin)
      continue;  // rounding may move a scaled patch beyond the border
    const char* key = !merged || node_of(merged, "start", "at") ? "at" : "size";
    faults.add(given({node_of(merged, "start", key), node_of(merged, "world", "size")}),
               std::string("start.") + key,
               fmt::format("the patch reaches from {} to {} on axis {}; allowed: within the world, {} to {}, "
                           "unless world.boundary is \"soft\" or \"open\"",
                           low, high, k, 0.0 - margin, side + margin));
  }
}

void check_predators(const Scenario& scenario, const toml::table* merged, Faults& faults) {
  const toml::array* tables = merged ? merged->get_as<toml::array>("predator") : nullptr;
  const double margin = scenario.start_allowance();
  for (size_t i = 0; i < scenario.predators.size(); ++i) {
    const std::optional<std::vector<double>>& at = scenario.predators[i].at;
    for (size_t k = 0; at && k < at->size() && k < scenario.world.size.size(); ++k) {
      const double place = (*at)[k], side = scenario.world.size[k];
      if (place >= -margin && place <= side + margin) continue;
      const toml::table* table = tables ? (*tables)[i].as_table() : nullptr;
      faults.add(given({table ? table->get("at") : nullptr, node_of(merged, "world", "size")}),
                 fmt::format("predator[{}].at", i),
                 fmt::format("is {} on axis {}; allowed: inside the world, {} to {}", place, k, 0.0 - margin,
                             side + margin));
    }
  }
}

void check_zone(const Scenario::Rules::Zone& zone, const std::string& rule, double radius,
                const toml::table* merged, Faults& faults) {
  const auto node = [&](const char* key) {
    const toml::table* rules = merged ? (*merged)["rules"][rule].as_table() : nullptr;
    return rules ? rules->get(key) : nullptr;
  };
  if (zone.to > radius)
    faults.add(
        given({node("to"), node_of(merged, "rules", "radius")}), fmt::format("rules.{}.to", rule),
        fmt::format("is {}; allowed: at most rules.radius, which is {}, or 0 to follow it", zone.to, radius));
  if (zone.from > zone.reach(radius))
    faults.add(
        given({node("from"), node("to"), node_of(merged, "rules", "radius")}),
        fmt::format("rules.{}.from", rule),
        fmt::format("is {}; allowed: 0 to rules.{}.to, which is {}", zone.from, rule, zone.reach(radius)));
}

/// Checks rules with nearest = "octants": the separation must need few neighbours, and other keys have no meaning.
void check_octants(const Scenario::Rules& rules, const toml::table* merged, Faults& faults) {
  const auto fault = [&](const char* key, const std::string& text) {
    const toml::table* table = merged ? (*merged)["rules"]["separation"].as_table() : nullptr;
    faults.add(given({table ? table->get(key) : nullptr, node_of(merged, "rules", "nearest")}),
               std::string("rules.separation.") + key, text);
  };
  if (rules.nearest == kOctants) {
    if (rules.separation.sees_all)
      fault("sees_all",
            "is true; allowed: false with rules.nearest = \"octants\", whose neighbours are in view");
    return;
  }
  constexpr const char* kNeeds = "with rules.nearest = \"octants\" alone";
  if (rules.separation.falloff == Falloff::kShifted)
    fault("falloff", fmt::format("is \"shifted\"; allowed: {}", kNeeds));
  if (rules.separation.ahead > 1.0)
    fault("ahead", fmt::format("is {}; allowed: above 1 {}", rules.separation.ahead, kNeeds));
  if (rules.separation.core > 0.0)
    fault("core", fmt::format("is {}; allowed: above 0 {}", rules.separation.core, kNeeds));
}

/// Checks rules that add accelerations: they turn a velocity, so keys that choose or turn a heading are refused.
void check_accelerations(const Scenario& scenario, const toml::table* merged, Faults& faults) {
  const Scenario::Rules& rules = scenario.rules;
  const bool isotropic = scenario.noise && scenario.noise->kind == NoiseKind::kIsotropic;
  const auto refuse = [&](bool wrong, const char* table, const char* key, std::string_view text) {
    if (wrong)
      faults.add(given({node_of(merged, table, key), node_of(merged, "rules", "adds"),
                        node_of(merged, "rules", "motion")}),
                 fmt::format("{}.{}", table, key), std::string(text));
  };
  refuse(isotropic && rules.motion == Motion::kHeading, "noise", "kind",
         "is \"isotropic\"; allowed: with rules.motion = \"steer\" alone, because it is added to a velocity");
  if (rules.adds != Adds::kAcceleration) return;
  refuse(rules.motion == Motion::kHeading, "rules", "motion",
         "is \"heading\"; allowed: \"steer\" with rules.adds = \"acceleration\", which changes a velocity");
  refuse(rules.turn_limit < 180.0, "rules", "turn_limit",
         "is a turn in each step; allowed: 180 with rules.adds = \"acceleration\"");
  refuse(scenario.noise && !isotropic, "noise", "kind",
         "is a noise in each step; allowed: \"isotropic\" with rules.adds = \"acceleration\"");
}

}  // namespace

ReadScenario read_scenario(const toml::table& merged, Faults& faults) {
  ReadScenario read;
  read_table(merged, "", table_ref(read.scenario), ReadContext{read.scenario, faults});
  complete(read.scenario);
  check_together(read.scenario, &merged, faults);
  read_events(merged, read, faults);
  return read;
}

void complete(Scenario& scenario) {
  derive_size(scenario);
  const auto centre = [&scenario](std::vector<double>& place) {
    if (!place.empty()) return;
    for (const double side : scenario.world.size) place.push_back(side * 0.5);
  };
  if (scenario.start.positions != StartPositions::kPatch) {
    scenario.start.at.clear();
    scenario.start.size.clear();
  } else {
    centre(scenario.start.at);
  }
  if (scenario.wind && scenario.wind->velocity.empty())
    scenario.wind->velocity.assign(scenario.world.size.size(), 0.0);
  if (scenario.cursor) centre(scenario.cursor->at);
  if (scenario.roost) centre(scenario.roost->at);
  name_species(scenario);
}

void check_together(const Scenario& scenario, const toml::table* merged, Faults& faults) {
  const Scenario::Rules& rules = scenario.rules;
  if (rules.separation_radius > rules.radius)
    faults.add(given({node_of(merged, "rules", "separation_radius"), node_of(merged, "rules", "radius")}),
               "rules.separation_radius",
               fmt::format("is {}; allowed: at most rules.radius, which is {}, or 0 to follow it",
                           rules.separation_radius, rules.radius));
  check_zone(rules.alignment, "alignment", rules.radius, merged, faults);
  check_zone(rules.cohesion, "cohesion", rules.radius, merged, faults);
  check_octants(rules, merged, faults);
  check_accelerations(scenario, merged, faults);
  check_species(scenario, merged, faults);
  check_custom_rules(scenario, merged, faults);
  if (rules.min_speed > rules.max_speed)
    faults.add(given({node_of(merged, "rules", "min_speed"), node_of(merged, "rules", "max_speed")}),
               "rules.min_speed",
               fmt::format("is {}; allowed: from 0 to rules.max_speed, which is {}", rules.min_speed,
                           rules.max_speed));
  if (rules.speed > rules.max_speed || (rules.speed > 0.0 && rules.speed < rules.min_speed))
    faults.add(
        given({node_of(merged, "rules", "speed"), node_of(merged, "rules", "max_speed"),
               node_of(merged, "rules", "min_speed")}),
        "rules.speed",
        fmt::format("is {}; allowed: from rules.min_speed, {}, to rules.max_speed, {}, or 0 to follow it",
                    rules.speed, rules.min_speed, rules.max_speed));
  for (const double side : scenario.world.size) {
    if (side <= 1e9 && side <= kMostRadii * rules.radius) continue;
    faults.add(
        given({node_of(merged, "world", "size"), node_of(merged, "rules", "radius")}), "world.size",
        fmt::format("a side of {} is too long; allowed: at most 1e9 and {} times rules.radius, which is {}",
                    side, kMostRadii, rules.radius));
    return;
  }
  if (scenario.world.boundary == Boundary::kSoft && !(scenario.world.push > 0.0))
    faults.add(given({node_of(merged, "world", "boundary"), node_of(merged, "world", "push")}), "world.push",
               "is 0; allowed: above 0 with world.boundary = \"soft\", whose push alone keeps boids in");
  check_patch(scenario, merged, faults);
  check_predators(scenario, merged, faults);
  check_walls(scenario, merged, faults);
  if (scenario.perching && !scenario.world.size.empty() &&
      scenario.perching->ground > scenario.world.size.back())
    faults.add(given({node_of(merged, "perching", "ground"), node_of(merged, "world", "size")}),
               "perching.ground",
               fmt::format("is {}; allowed: 0 to {}, the world's height", scenario.perching->ground,
                           scenario.world.size.back()));
}

}  // namespace murmur
