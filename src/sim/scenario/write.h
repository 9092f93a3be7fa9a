// Writes a scenario as TOML: every key, numbers as the shortest text that reads back to the same bits. Event logs and
// checkpoints contain this text, so it must not depend on later versions of a preset. A key that only the preset has
// is written as absent: `noise = ""`, `obstacle = []`.
#pragma once

#include <string>

#include "sim/scenario/entries.h"

namespace murmur {

/// Every key of a scenario as TOML text; read_scenario returns the same scenario from it (except
/// `world.neighbours`: the size computed from it is written instead).
std::string scenario_to_toml(const Scenario& scenario);

/// Value of an entry as TOML: "0.5", "\"wrap\"", "[1.0, 2.0]", "{ at = [10.0, 20.0], radius = 5.0 }"; left_out(entry)
/// must be false.
std::string entry_text(const Entry& entry);
/// A whole table as an inline TOML table; "{}" without entries.
std::string table_text(const TableRef& table);

/// All rules as one TOML table, as a `set` of the key "rules" needs it.
std::string rules_text(const Scenario& scenario);

}  // namespace murmur
