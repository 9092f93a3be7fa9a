// Checks events against a scenario, and their effect on it. Reading [[event]] tables is part of read.h, the effect on boids
// part of Simulation; event logs are checked here.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/read.h"

namespace murmur {

/// The faults of an event for this scenario, each a sentence that begins with the field: "at: ..."; empty if
/// none. Simulation::post rejects such an event.
std::vector<std::string> event_faults(const Event& event, const Scenario& scenario);

/// @throws UserError with these faults, each after the event's kind and step.
void check_event(const Event& event, const Scenario& scenario);

/// The effect of an event on a scenario and N, without boids; a preset keeps N and seed.
/// @throws UserError and changes nothing when the key or value of a `set` is wrong.
void follow_event(const Event& event, Scenario& scenario, int64_t& boids);

/// Ids below this are of the same boids before and after these events, which left `boids`.
int64_t same_ids(const std::vector<Event>& events, int64_t boids);

/// check_event() and follow_event(); the key of a `set` is set only once.
void accept_event(const Event& event, Scenario& scenario, int64_t& boids);

/// Checks a scenario's events in the order they will be applied, each against the scenario at its step.
void check_events(const ReadScenario& read, Faults& faults);

}  // namespace murmur
