// A scenario as a flat list of keys and values in the form of `set`, for the panel.
// Owns nothing; reads no files. Used by the view command and its tests.
#pragma once

#include <map>
#include <string>

#include "sim/scenario/scenario.h"

namespace murmur {

/// "rules.separation.weight" -> 1.0, "obstacle[0].at" -> [100.0, 50.0], "world.boundary" -> "wrap".
/// All keys of the scenario except its events; arrays of numbers and of places are single values.
std::map<std::string, SetValue> key_values(const Scenario& scenario);

/// All rules as one TOML table: for a `set` of the key "rules".
std::string rules_text(const Scenario& scenario);

}  // namespace murmur
