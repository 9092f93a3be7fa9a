// Events of a scenario: reads [[event]] tables and says what is wrong with an event for a given scenario.
// Applying them is done by Simulation.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/schema.h"

namespace murmur {

/// What is wrong with an event for this scenario, each a sentence that begins with the field: "at: ...";
/// empty if nothing. Simulation::post refuses such an event; a scenario's own events are checked in the order
/// they will be applied.
std::vector<std::string> event_faults(const Event& event, const Scenario& scenario);

}  // namespace murmur
