// The arrays of tables of a scenario ([[obstacle]]), as panel, tools of the mouse, A/B and web page use them: what is beside the lists of
// their fields. A further array is a row in table_arrays.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/editing/panel_controls.h"

namespace murmur {

struct TableArray {
  ControlGroup
      group;  ///< its title and key ("obstacle"), and the controls of an element, "obstacle[].radius"
  const char *add, *remove;  ///< buttons of the panel
  /// A new element, scaled to the flock. `at`: its place; empty: wherever it starts by itself.
  SetValue (*fresh)(const Scenario& scenario, const std::vector<double>& at);
  bool in_middle = false;  ///< the panel's button adds it in the middle of the picture
  bool numbered = false;   ///< the panel shows the number of each element
  /// Keys of where elements stand, which A and B share.
  std::vector<std::string_view> place_keys = {};
  bool is_place(std::string_view key) const;  ///< also for a key of one of them: "circle.radius"
};
const std::vector<TableArray>& table_arrays();
/// Null: there is none.
const TableArray* find_table_array(std::string_view key);
/// One that there is.
const TableArray& table_array(std::string_view key);

double obstacle_radius(const Scenario& scenario);  ///< radius of a new one

/// A key as people call it: "radius R" of "rules.radius", "cohesion: weight", "obstacle 3: radius", "rule 1: core" of "rule[0].let.core".
std::string words_of_key(const std::string& key);

}  // namespace murmur
