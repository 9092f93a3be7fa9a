// What is wrong with an event for a given scenario. Reading [[event]] tables is part of read.h, applying events part of
// Simulation; event logs come here to be checked.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/read.h"

namespace murmur {

/// What is wrong with an event for this scenario, each a sentence that begins with the field: "at: ..."; empty if nothing.
/// Simulation::post refuses such an event; a scenario's own events are checked in the order they will be applied.
std::vector<std::string> event_faults(const Event& event, const Scenario& scenario);

/// Checks a scenario's events in the order they will be applied, each against the scenario of its time.
void check_events(const ReadScenario& read, Faults& faults);

}  // namespace murmur
