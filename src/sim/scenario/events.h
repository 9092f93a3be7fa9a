// Checks events against a scenario. Reading [[event]] tables is part of read.h, applying events part of
// Simulation; event logs are checked here.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/read.h"

namespace murmur {

/// The faults of an event for this scenario, each a sentence that begins with the field: "at: ..."; empty if
/// none. Simulation::post rejects such an event.
std::vector<std::string> event_faults(const Event& event, const Scenario& scenario);

/// Checks a scenario's events in the order they will be applied, each against the scenario at its step.
void check_events(const ReadScenario& read, Faults& faults);

}  // namespace murmur
