// Writes a scenario as TOML: every key, numbers in the shortest text that reads back to the same bits. Event
// logs and checkpoints contain this text, so it must not depend on later versions of a preset. What the scenario
// lacks and its preset has is written as absent: `noise = ""`, `obstacle = []`.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

/// Every key of a scenario as TOML text; read_scenario returns the same scenario from it (except
/// `world.neighbours`: the size computed from it is written instead).
std::string scenario_to_toml(const Scenario& scenario);

}  // namespace murmur
