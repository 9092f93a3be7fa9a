// Checks of [[wall]] tables without their files: sim/walls has what they are made of.
#pragma once

#include "sim/scenario/scenario.h"
#include "sim/scenario/table_reader.h"

namespace murmur {

/// The keys of shapes; a wall has one of them.
inline constexpr const char* kWallShapes[] = {"points",   "circle", "box",  "plane",
                                              "cylinder", "sphere", "mesh", "image"};

/// `merged`: the tables of the file, for places; may be null.
void check_walls(const Scenario& scenario, const toml::table* merged, Faults& faults);

}  // namespace murmur
