// Changes one key of a scenario, as `set` events do: without text and without reading other tables.
#pragma once

#include <string>

#include "sim/scenario/scenario.h"

namespace murmur {

/// Sets one key ("rules.radius", "obstacle", "obstacle[0].radius", "cursor.mode"); tables merge, and a value that
/// is none removes the key. The world keeps its size unless the key is world.size or
/// world.neighbours.
/// @throws UserError and changes nothing when key or value is wrong.
void set_key(Scenario& scenario, const std::string& key, const SetValue& value);

}  // namespace murmur
