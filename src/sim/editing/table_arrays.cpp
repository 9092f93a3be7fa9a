#include "sim/editing/table_arrays.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/editing/behaviour_defaults.h"
#include "sim/scenario/species.h"

namespace murmur {
namespace {

SetValue fresh_obstacle(const Scenario& scenario, const std::vector<double>& at) {
  return SetValue::table({{"at", at},
                          {"radius", obstacle_radius(scenario)},
                          {"strength", rounded(0.25 * scenario.rules.max_speed)}});
}

SetValue fresh_predator(const Scenario& scenario, const std::vector<double>& at) {
  const double speed = scenario.rules.max_speed, reach = rounded(2.0 * scenario.rules.radius);
  if (!at.empty()) return SetValue::table({{"at", at}, {"max_speed", rounded(1.3 * speed)}});
  return SetValue::table({{"max_speed", rounded(1.3 * speed)},
                          {"notice", reach},
                          {"flee_radius", reach},
                          {"flee_push", rounded(0.033 * speed)}});
}

SetValue fresh_species(const Scenario& scenario, const std::vector<double>&) {
  for (size_t k = scenario.species.size();; ++k) {
    const std::string name = fmt::format("species-{}", k);
    if (!species_of_name(scenario, name)) return SetValue::table({{"name", SetValue::word(name)}});
  }
}

}  // namespace

double obstacle_radius(const Scenario& scenario) {
  return rounded(std::max(scenario.rules.radius, 0.06 * shortest_side(scenario)));
}

const std::vector<TableArray>& table_arrays() {
  static const std::vector<TableArray> arrays{{.group = array_controls("obstacle"),
                                               .add = "Add in the middle",
                                               .remove = "Remove last",
                                               .fresh = fresh_obstacle,
                                               .in_middle = true,
                                               .numbered = true,
                                               .placed = true},
                                              {.group = array_controls("predator"),
                                               .add = "Add one",
                                               .remove = "Remove one",
                                               .fresh = fresh_predator,
                                               .placed = true},
                                              {.group = array_controls("species"),
                                               .add = "Add one",
                                               .remove = "Remove last",
                                               .fresh = fresh_species,
                                               .numbered = true}};
  return arrays;
}

const TableArray* find_table_array(std::string_view key) {
  for (const TableArray& one : table_arrays()) {
    if (one.group.table == key) return &one;
  }
  return nullptr;
}

const TableArray& table_array(std::string_view key) { return *find_table_array(key); }

}  // namespace murmur
