// A scenario as a flat list of keys and values in the form of `set`, and the table that each key belongs to. Owns
// nothing; reads no files. Used by the window, by checks of events and by tests.
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

/// All keys of the scenario except its events, e.g. "rules.separation.weight" -> 1.0, "obstacle[0].at" -> [100.0,
/// 50.0], "world.boundary" -> "wrap". Arrays of numbers and of positions are single values.
KeyValues key_values(const Scenario& scenario);

/// One step of a key from table to table, e.g. "obstacle[1]" and "radius" of "obstacle[1].radius";
/// "pairs.alignment[0][1]" has two indices.
struct KeyStep {
  std::string key;
  std::optional<size_t> index;   ///< index of an array's element
  std::optional<size_t> second;  ///< index of a number within that element
};

/// Splits a key into steps. @throws UserError for a text that is not a valid key.
std::vector<KeyStep> split_key(const std::string& key);

/// The table that a key belongs to.
struct TableOfKey {
  std::string
      table;  ///< "rules", "rules.cruise", "wind" (for "wind.gust.strength"); none: the key's first part
  std::optional<size_t> element;      ///< 2 for "obstacle[2].at"
  std::string key;                    ///< rest of the key, e.g. "at"; empty: the whole table or element
  TableKind kind = TableKind::kNone;  ///< none: the key belongs to no table
  bool operator==(const TableOfKey&) const = default;
};
/// Finds the table of any text, even if the text is no key of a scenario.
TableOfKey table_of(std::string_view key);
/// Number of elements of an array of tables, e.g. "obstacle".
size_t table_count(const Scenario& scenario, std::string_view array);

/// Finds up to three keys of any scenario that end in this name, e.g. "radius" -> "rules.radius", "obstacle[0].radius";
/// for a table of this name, its first number.
std::vector<std::string> keys_named(std::string_view name);

/// Sets one key, e.g. "rules.radius", "obstacle", "obstacle[0].radius" or "cursor.mode", as `set` events do: tables
/// merge, and an empty value removes the key. The world keeps its size unless the key is world.size or
/// world.neighbours. @throws UserError and changes nothing when key or value is wrong.
void set_key(Scenario& scenario, const std::string& key, const SetValue& value);

}  // namespace murmur
