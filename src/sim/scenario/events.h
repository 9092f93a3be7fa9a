// Checks events against a scenario, and applies them to the scenario. read.h reads [[event]] tables, and Simulation
// applies events to boids; events of logs are checked here.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/read.h"

namespace murmur {

/// Faults of an event for this scenario, each a sentence that begins with the field, e.g. "at: ..."; empty if there
/// are none. Simulation::post() rejects an event with faults.
std::vector<std::string> event_faults(const Event& event, const Scenario& scenario);

/// Checks an event. @throws UserError with the result of event_faults(), each after the event's kind and step.
void check_event(const Event& event, const Scenario& scenario);

/// Applies an event to a scenario and N, but not to boids; a preset keeps N and seed. @throws UserError and changes
/// nothing when the key or value of a `set` is wrong.
void follow_event(const Event& event, Scenario& scenario, int64_t& boids);

/// Ids below the result name the same boids before and after these events; `boids`: number after them.
int64_t same_ids(const std::vector<Event>& events, int64_t boids);

/// Checks an event and applies it to the scenario; the key of a `set` is set only once.
void accept_event(const Event& event, Scenario& scenario, int64_t& boids);

/// Checks a scenario's events in the order in which they will be applied, each against the scenario at its step.
void check_events(const ReadScenario& read, Faults& faults);

}  // namespace murmur
