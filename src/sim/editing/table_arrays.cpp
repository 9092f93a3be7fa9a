#include "sim/editing/table_arrays.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "sim/editing/behaviour_defaults.h"
#include "sim/scenario/entries.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/species.h"

namespace murmur {
namespace {

SetValue fresh_obstacle(const Scenario& scenario, const std::vector<double>& at) {
  return SetValue::table({{"at", at},
                          {"radius", obstacle_radius(scenario)},
                          {"strength", rounded(0.25 * scenario.rules.max_speed)}});
}

/// A new wall: a line through `at` in two dimensions, a box around `at` in three.
SetValue fresh_wall(const Scenario& scenario, const std::vector<double>& at) {
  const double half = obstacle_radius(scenario);
  std::vector<double> low = at, high = at;
  if (at.size() == 2) {
    low[0] -= half, high[0] += half;
    return SetValue::table({{"points", std::vector<std::vector<double>>{low, high}}});
  }
  for (double& x : low) x -= half;
  return SetValue::table(
      {{"box", SetValue::table({{"at", low}, {"size", std::vector<double>(at.size(), 2.0 * half)}})}});
}

/// The label of a key among these controls; empty: none of them has the key.
std::string label_in(const std::vector<Control>& controls, std::string_view key) {
  const auto found =
      std::find_if(controls.begin(), controls.end(), [key](const Control& one) { return one.key == key; });
  return found == controls.end() ? "" : found->label;
}

std::vector<std::string_view> wall_shape_keys() {
  std::vector<std::string_view> keys;
  const WallShape shape;
  for (const Entry& entry : entries_of(shape)) keys.emplace_back(entry.field.key);
  return keys;
}

SetValue fresh_predator(const Scenario& scenario, const std::vector<double>& at) {
  const double speed = scenario.rules.max_speed, reach = rounded(2.0 * scenario.rules.radius);
  // Accelerations take the values of the scenario peregrine.
  if (!at.empty() && adds_accelerations(scenario))
    return SetValue::table(
        {{"at", at},
         {"max_speed", rounded(speed)},
         {"notice", rounded(*std::max_element(scenario.world.size.begin(), scenario.world.size.end()))},
         {"chase", 0.6},
         {"flee_radius", reach},
         {"flee_push", rounded(1.2 * speed)}});
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
  const double side = shortest_side(scenario);
  return rounded(std::clamp(scenario.rules.radius, 0.06 * side, 0.12 * side));
}

bool TableArray::is_place(std::string_view key) const {
  return std::find(place_keys.begin(), place_keys.end(), key.substr(0, key.find_first_of(".["))) !=
         place_keys.end();
}

const std::vector<TableArray>& table_arrays() {
  static const std::vector<TableArray> arrays{{.group = array_controls("obstacle"),
                                               .add = "Add in the middle",
                                               .remove = "Remove last",
                                               .fresh = fresh_obstacle,
                                               .in_middle = true,
                                               .numbered = true,
                                               .place_keys = {"at"}},
                                              {.group = array_controls("wall"),
                                               .add = "Add in the middle",
                                               .remove = "Remove last",
                                               .fresh = fresh_wall,
                                               .in_middle = true,
                                               .numbered = true,
                                               .place_keys = wall_shape_keys()},
                                              {.group = array_controls("predator"),
                                               .add = "Add one",
                                               .remove = "Remove one",
                                               .fresh = fresh_predator,
                                               .place_keys = {"at"}},
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

std::string words_of_key(const std::string& key) {
  for (const ControlGroup& group : control_groups()) {
    const std::string label = label_in(group.controls, key);
    if (label.empty()) continue;
    std::string title = group.title;
    if (title == "Rules" || title == "World" || title == "Start") return label;
    title.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(title.front())));
    return fmt::format("{}: {}", title, label);
  }
  const TableOfKey place = table_of(key);
  std::string last = place.key.substr(place.key.rfind('.') + 1);
  last.resize(std::min(last.size(), last.find('[')));
  const Look look;
  const std::vector<Entry> looks = entries_of(look);
  if (const Entry* const entry = find_entry(looks, last); entry && place.table == "view")
    return entry->field.label ? entry->field.label : last;
  std::string name = place.table.substr(place.table.rfind('.') + 1);
  if (place.element) name += fmt::format(" {}", *place.element + 1);
  if (last.empty()) return name;
  const TableArray* const array = find_table_array(place.table);
  const std::string label =
      array ? label_in(array->group.controls, fmt::format("{}[].{}", place.table, place.key)) : "";
  return fmt::format("{}: {}", name, label.empty() ? last : label);
}

}  // namespace murmur
