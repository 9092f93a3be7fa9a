// The arrays of tables of a scenario ([[obstacle]]) for the panel, mouse tools, A/B and web page: properties beyond
// the lists of fields. A new array is a row in table_arrays.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/editing/panel_controls.h"

namespace murmur {

struct TableArray {
  ControlGroup group;  ///< title, key ("obstacle"), and controls of an element, e.g. "obstacle[].radius"
  const char *add, *remove;  ///< texts of the panel's buttons
  /// Makes a new element, scaled to the flock. `at`: its position; empty: the element's default position.
  SetValue (*fresh)(const Scenario& scenario, const std::vector<double>& at);
  bool in_middle = false;  ///< the panel's button adds an element in the middle of the picture
  bool numbered = false;   ///< the panel shows the number of each element
  /// Keys of the positions of elements, which A and B share.
  std::vector<std::string_view> place_keys = {};
  bool is_place(std::string_view key) const;  ///< whether place_keys has the key, or its table
};
const std::vector<TableArray>& table_arrays();
/// @returns null if there is no array with this key.
const TableArray* find_table_array(std::string_view key);
/// The array with this key, which must exist.
const TableArray& table_array(std::string_view key);

double obstacle_radius(const Scenario& scenario);  ///< radius of a new obstacle

/// A key in words: "radius R" for "rules.radius", "cohesion: weight", "obstacle 3: radius", "rule 1: core" for "rule[0].let.core".
std::string words_of_key(const std::string& key);

}  // namespace murmur
