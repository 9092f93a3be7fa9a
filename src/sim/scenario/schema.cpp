#include "sim/scenario/schema.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/scenario/bounds.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/cube_root.h"

namespace murmur {

namespace {

constexpr double kPi = 3.14159265358979323846;

void read_world(TableReader& root, Scenario& scenario, Faults& faults) {
  const toml::table* table = root.table("world");
  if (!table) {
    if (!root.has("world")) faults.missing("world.size");
    return;
  }
  TableReader world(*table, "world", faults);
  Scenario::World& out = scenario.world;
  int64_t dimensions = 2;
  world.vector("size", out.size, 0, kPositive);
  world.number("neighbours", out.neighbours, {1e-6, 1e6});
  world.whole("dimensions", dimensions, 2, 3);
  world.choice("boundary", out.boundary, kBoundaryWords);
  world.number("margin", out.margin, kReach);
  world.number("push", out.push, kNotNegative);
  world.choice("metric", out.metric, kMetricWords);
  if (world.has("size")) {
    out.neighbours.reset();
    if (!out.size.empty() && world.has("dimensions") && dimensions != scenario.dimensions())
      world.fault(
          "dimensions",
          fmt::format("is {}, but world.size has {} sizes; allowed: give world.size one size for each "
                      "axis and leave dimensions out",
                      dimensions, scenario.dimensions()));
  } else if (!world.has("neighbours")) {
    faults.missing("world.size");
  }
  // The side itself waits for the radius; until then only its dimension matters.
  if (out.size.empty() && out.neighbours) out.size.assign(static_cast<size_t>(dimensions), 0.0);
  world.finish();
}

/// The side at which N boids spread uniformly have `neighbours` others within R, rounded to float32.
void derive_size(Scenario& scenario) {
  if (!scenario.world.neighbours || scenario.world.size.empty()) return;
  const double boids = static_cast<double>(std::max<int64_t>(scenario.boids, 1));
  const double radius = scenario.rules.radius, neighbours = *scenario.world.neighbours;
  const double side = scenario.dimensions() == 2
                          ? std::sqrt(boids * kPi * radius * radius / neighbours)
                          : cube_root(boids * (4.0 / 3.0) * kPi * radius * radius * radius / neighbours);
  for (double& size : scenario.world.size) size = static_cast<double>(static_cast<float>(side));
}

void read_start(TableReader& root, Scenario& scenario, Faults& faults) {
  const toml::table* table = root.table("start");
  if (!table) return;
  TableReader start(*table, "start", faults);
  Scenario::Start& out = scenario.start;
  const int dimensions = scenario.dimensions();
  start.choice("positions", out.positions, kPositionsWords);
  start.choice("velocities", out.velocities, kVelocitiesWords);
  start.number("speed", out.speed, kReach);
  start.vector("at", out.at, dimensions, kAnyNumber);
  const toml::node* size = start.node("size");
  if (size && !size->is_array()) {  // one number: the same on every axis, so that it suits 2D and 3D
    double side = 0.0;
    start.number("size", side, kReach);
    out.size.assign(static_cast<size_t>(dimensions), side);
  } else {
    start.vector("size", out.size, dimensions, kReach);
  }
  if (out.positions != StartPositions::kPatch) {
    out.at.clear();
    out.size.clear();
  } else if (!size) {
    faults.missing("start.size");
  } else if (out.at.empty()) {
    for (const double side : scenario.world.size) out.at.push_back(side * 0.5);
  }
  start.finish();
}

void read_rules(TableReader& root, Scenario& scenario, Faults& faults) {
  static const toml::table kNone;
  const toml::table* table = root.table("rules");
  if (!table && root.has("rules")) return;
  TableReader rules(table ? *table : kNone, "rules", faults);
  Scenario::Rules& out = scenario.rules;
  for (const char* key : {"radius", "separation_radius", "max_speed", "separation", "alignment", "cohesion"})
    rules.require(key);
  rules.number("radius", out.radius, kPositive);
  rules.number("separation_radius", out.separation_radius, kPositive);
  rules.number("max_speed", out.max_speed, kPositive);
  rules.number("min_speed", out.min_speed, kReach);
  rules.number("time_step", out.time_step, kPositive);
  rules.number("field_of_view", out.field_of_view, {0.001, 360.0});
  const auto read_rule = [&](const char* key, auto& rule, auto&& more) {
    const toml::table* given = rules.table(key);
    if (!given) return;
    TableReader reader(*given, rules.path(key), faults);
    reader.number("weight", rule.weight, kAnyNumber);
    reader.choice("shape", rule.shape, kShapeWords);
    reader.number("amount", rule.amount, rule.shape == Shape::kFactor ? kAnyNumber : kNotNegative);
    reader.require("shape");
    reader.require("amount");
    more(reader);
    reader.finish();
  };
  read_rule("separation", out.separation, [&](TableReader& reader) {
    reader.choice("falloff", out.separation.falloff, kFalloffWords);
    reader.choice("average", out.separation.average, kAverageWords);
  });
  read_rule("alignment", out.alignment, [&](TableReader& reader) {
    reader.flag("include_self", out.alignment.include_self);
    reader.flag("average", out.alignment.average);
    reader.flag("relative", out.alignment.relative);
    reader.choice("lone", out.alignment.lone, kLoneWords);
  });
  read_rule("cohesion", out.cohesion,
            [&](TableReader& reader) { reader.choice("target", out.cohesion.target, kTargetWords); });
  if (out.separation_radius > out.radius)
    rules.fault("separation_radius", fmt::format("is {}; allowed: above 0, at most rules.radius, which is {}",
                                                 out.separation_radius, out.radius));
  if (out.min_speed > out.max_speed)
    rules.fault("min_speed", fmt::format("is {}; allowed: from 0 to rules.max_speed, which is {}",
                                         out.min_speed, out.max_speed));
  rules.finish();
}

/// What only several keys together can get wrong.
void check_together(TableReader& root, const Scenario& scenario, Faults& faults) {
  const toml::node* world = root.node("world");
  for (const double side : scenario.world.size) {
    if (side > 1e9 || side > kMostRadii * scenario.rules.radius) {
      faults.add(
          world->as_table()->get("size"), "world.size",
          fmt::format("a side of {} is too long; allowed: at most 1e9 and {} times rules.radius, which is {}",
                      side, kMostRadii, scenario.rules.radius));
      return;
    }
  }
  if (scenario.start.at.empty() || scenario.start.size.empty()) return;
  const double margin = start_allowance(scenario);
  for (size_t k = 0; k < scenario.world.size.size(); ++k) {
    const double low = scenario.start.at[k], high = low + scenario.start.size[k],
                 side = scenario.world.size[k];
    if (low >= -margin && high <= side * (1.0 + 1e-6) + margin)
      continue;  // a scaled patch may round past the border
    const toml::table* start = root.node("start")->as_table();
    const char* key = start->contains("at") ? "at" : "size";
    faults.add(
        start->get(key), std::string("start.") + key,
        fmt::format("the patch reaches from {} to {} on axis {}; allowed: within the world, {} to {}, unless "
                    "world.boundary is \"soft\"",
                    low, high, k, 0.0 - margin, side + margin));
  }
}

}  // namespace

ReadScenario read_scenario(const toml::table& merged, Faults& faults) {
  ReadScenario read;
  Scenario& scenario = read.scenario;
  TableReader root(merged, "", faults);
  int64_t seed = 1;
  root.text("preset", scenario.preset);
  root.whole("boids", scenario.boids, 0, kMostBoids);
  root.whole("seed", seed, 0, std::numeric_limits<int64_t>::max());
  scenario.seed = static_cast<uint64_t>(seed);
  read_world(root, scenario, faults);
  read_rules(root, scenario, faults);
  derive_size(scenario);
  read_start(root, scenario, faults);
  check_together(root, scenario, faults);
  read_behaviours(root, scenario, faults);
  read_events(root, read, faults);
  root.finish();
  return read;
}

}  // namespace murmur
