// A scenario as a flat list of keys and values in the form of `set`, and the tables that these keys belong to.
// Owns nothing; reads no files. Used by the window, by checks of events and by tests.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/look/field.h"
#include "sim/scenario/scenario.h"

namespace murmur {

using KeyValues = std::map<std::string, SetValue>;

/// "rules.separation.weight" -> 1.0, "obstacle[0].at" -> [100.0, 50.0], "world.boundary" -> "wrap".
/// All keys of the scenario except its events; arrays of numbers and of places are single values.
KeyValues key_values(const Scenario& scenario);

/// A key as steps from table to table: "obstacle[1].radius", or to a number of a row: "pairs.alignment[0][1]".
struct KeyStep {
  std::string key;
  std::optional<size_t> index;   ///< of an array's element
  std::optional<size_t> second;  ///< of a number of that element
};

/// @throws UserError for a text that is not a valid key.
std::vector<KeyStep> split_key(const std::string& key);

/// The table that a key belongs to.
struct TableOfKey {
  std::string
      table;  ///< "rules", "rules.cruise", "wind" of "wind.gust.strength", "obstacle"; of no table: the first part of the key
  std::optional<size_t> element;      ///< 2 of "obstacle[2].at"
  std::string key;                    ///< "at"; empty: the table or the element as a whole
  TableKind kind = TableKind::kNone;  ///< none: the key belongs to no table
  bool operator==(const TableOfKey&) const = default;
};
/// Of any text, also of one that is no key of a scenario.
TableOfKey table_of(std::string_view key);
/// How many tables an array has: "obstacle".
size_t table_count(const Scenario& scenario, std::string_view array);

/// Keys of any scenario whose last part is this name: "radius" -> "rules.radius", "obstacle[0].radius"; of a table of this name its first
/// number. At most three.
std::vector<std::string> keys_named(std::string_view name);

/// Sets one key ("rules.radius", "obstacle", "obstacle[0].radius", "cursor.mode"), as `set` events do; tables merge, and a value that
/// is none removes the key. The world keeps its size unless the key is world.size or world.neighbours.
/// @throws UserError and changes nothing when key or value is wrong.
void set_key(Scenario& scenario, const std::string& key, const SetValue& value);

}  // namespace murmur
