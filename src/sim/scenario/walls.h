// Checks of [[wall]] tables. walls.cpp also has the read_more() of a wall (field_reader.h).
#pragma once

#include <toml++/toml.h>

#include "sim/scenario/scenario.h"
#include "sim/scenario/table_reader.h"

namespace murmur {

/// Those that need no file; a part of check_together(). sim/walls has what walls are made of.
void check_walls(const Scenario& scenario, const toml::table* merged, Faults& faults);

}  // namespace murmur
