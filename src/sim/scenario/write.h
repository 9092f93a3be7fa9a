// Writes a scenario as TOML: every key, numbers in the shortest text that reads back to the same bits. Event logs and
// --resume carry this text, so it must not depend on what a preset says later.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

/// Every key of a scenario as TOML text; read_scenario makes the same scenario of it (`world.neighbours` aside: the size it
/// led to is written instead).
std::string scenario_to_toml(const Scenario& scenario);

}  // namespace murmur
