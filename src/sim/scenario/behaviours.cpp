// The schema of the optional behaviours: wind, goal, cursor, obstacles, predators, terrain, perching.
#include <fmt/format.h>

#include "sim/scenario/bounds.h"
#include "sim/scenario/schema.h"
#include "sim/scenario/toml_values.h"

namespace murmur {

namespace {

void read_wind(TableReader& root, Scenario& scenario, Faults& faults) {
  const toml::table* table = root.table("wind");
  if (!table) return;
  TableReader reader(*table, "wind", faults);
  Scenario::Wind wind;
  wind.velocity.assign(static_cast<size_t>(scenario.dimensions()), 0.0);
  reader.vector("velocity", wind.velocity, scenario.dimensions(), kAnyNumber);
  if (const toml::table* given = reader.table("gust")) {
    TableReader gust(*given, "wind.gust", faults);
    wind.gust = Scenario::Gust{};
    gust.number("probability", wind.gust->probability, kProbability);
    gust.whole("duration", wind.gust->duration, 1, 1000000);
    gust.number("strength", wind.gust->strength, kAnyNumber);
    for (const char* key : {"probability", "strength"})
      if (!gust.has(key)) faults.add(given, gust.path(key), "is missing");
    gust.finish();
  }
  reader.finish();
  scenario.wind = wind;
}

void read_goal(TableReader& root, Scenario& scenario, Faults& faults) {
  const toml::table* table = root.table("goal");
  if (!table) return;
  TableReader reader(*table, "goal", faults);
  Scenario::Goal goal;
  std::vector<double> at;
  reader.vector("at", at, scenario.dimensions(), kAnyNumber);
  reader.places("path", goal.path, scenario.dimensions());
  if (reader.has("at") == reader.has("path"))
    faults.add(table, "goal", "allowed: one of at (a place) and path (several places), not both");
  if (reader.has("at")) goal.path = {at};
  reader.number("arrive_radius", goal.arrive_radius, kReach);
  reader.number("factor", goal.factor, kAnyNumber);
  reader.number("cap", goal.cap, kNotNegative);
  reader.finish();
  scenario.goal = goal;
}

void read_cursor(TableReader& root, Scenario& scenario, Faults& faults) {
  const toml::table* table = root.table("cursor");
  if (!table) return;
  TableReader reader(*table, "cursor", faults);
  Scenario::Cursor cursor;
  for (const double side : scenario.world.size) cursor.at.push_back(side * 0.5);
  reader.vector("at", cursor.at, scenario.dimensions(), kAnyNumber);
  reader.choice("mode", cursor.mode, kModeWords);
  reader.number("radius", cursor.radius, kReach);
  reader.number("push", cursor.push, kAnyNumber);
  reader.finish();
  scenario.cursor = cursor;
}

void read_obstacles(TableReader& root, Scenario& scenario, Faults& faults) {
  const toml::array* tables = root.tables("obstacle");
  for (size_t i = 0; tables && i < tables->size(); ++i) {
    const toml::table& table = *(*tables)[i].as_table();
    TableReader reader(table, fmt::format("obstacle[{}]", i), faults);
    Scenario::Obstacle obstacle;
    reader.vector("at", obstacle.at, scenario.dimensions(), kAnyNumber);
    reader.number("radius", obstacle.radius, kReach);
    reader.choice("avoid", obstacle.avoid, kAvoidWords);
    reader.number("strength", obstacle.strength, kAnyNumber);
    for (const char* key : {"at", "radius"})
      if (!reader.has(key)) faults.add(&table, reader.path(key), "is missing");
    reader.finish();
    scenario.obstacles.push_back(obstacle);
  }
}

void read_predators(TableReader& root, Scenario& scenario, Faults& faults) {
  const toml::array* tables = root.tables("predator");
  for (size_t i = 0; tables && i < tables->size(); ++i) {
    TableReader reader(*(*tables)[i].as_table(), fmt::format("predator[{}]", i), faults);
    Scenario::Predator predator;
    reader.vector("at", predator.at, scenario.dimensions(), kAnyNumber);
    reader.number("max_speed", predator.max_speed, kPositive);
    const double margin = start_allowance(scenario);
    for (size_t k = 0; predator.at && k < predator.at->size() && k < scenario.world.size.size(); ++k) {
      const double place = (*predator.at)[k], side = scenario.world.size[k];
      if (place < -margin || place > side + margin)
        reader.fault("at", fmt::format("is {} on axis {}; allowed: inside the world, {} to {}", place, k,
                                       -margin, side + margin));
    }
    reader.finish();
    scenario.predators.push_back(predator);
  }
}

void read_terrain(TableReader& root, Scenario& scenario, Faults& faults) {
  const toml::table* table = root.table("terrain");
  if (!table) return;
  TableReader reader(*table, "terrain", faults);
  Scenario::Terrain terrain;
  reader.text("image", terrain.image);
  if (const toml::table* given = reader.table("hill")) {
    TableReader hill(*given, "terrain.hill", faults);
    terrain.hill = Scenario::Hill{};
    hill.vector("at", terrain.hill->at, 2, kAnyNumber);
    hill.number("radius", terrain.hill->radius, kPositive);
    hill.number("height", terrain.hill->height, {0.0, 100.0});
    for (const char* key : {"at", "radius", "height"})
      if (!hill.has(key)) faults.add(given, hill.path(key), "is missing");
    hill.finish();
  }
  if (reader.has("image") == reader.has("hill"))
    faults.add(table, "terrain", "allowed: one of image (a PNG file) and hill, not both");
  else if (reader.has("image") && terrain.image.empty())
    reader.fault("image", "is empty; allowed: the name of a greyscale PNG file");
  reader.finish();
  scenario.terrain = terrain;
}

void read_perching(TableReader& root, Scenario& scenario, Faults& faults) {
  const toml::table* table = root.table("perching");
  if (!table) return;
  TableReader reader(*table, "perching", faults);
  scenario.mean_rest = 60.0;
  reader.number("mean_rest", scenario.mean_rest, {1.0, 1e9});
  reader.finish();
}

}  // namespace

void read_behaviours(TableReader& root, Scenario& scenario, Faults& faults) {
  read_wind(root, scenario, faults);
  read_goal(root, scenario, faults);
  read_cursor(root, scenario, faults);
  read_obstacles(root, scenario, faults);
  read_predators(root, scenario, faults);
  read_terrain(root, scenario, faults);
  read_perching(root, scenario, faults);
}

}  // namespace murmur
