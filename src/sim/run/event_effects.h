// The effect of events on scenarios, and of a changed scenario on a state: the parts of Simulation that need
// neither clock nor backend.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scenario/source.h"
#include "sim/state/state.h"

namespace murmur {

/// Sorted by step; events of one step keep their order.
std::vector<Event> by_step(std::vector<Event> events);

/// The preset's scenario with this run's seed and N.
ScenarioSource preset_for(const std::string& preset, const Scenario& present, int64_t boids);

/// The scenario after a `set`. @throws UserError when key or value is wrong.
ScenarioSource with_key(const ScenarioSource& source, const Event& event);

/// The effect of an event on scenario and N, without boids.
void follow_scenario(ScenarioSource& now, int64_t& boids, const Event& event);

/// @throws UserError with all faults of the event for this scenario.
void check_event(const Event& event, const Scenario& scenario);

/// A scenario after its own `set` and `preset` events before `step`, to read a state of that step.
ScenarioSource scenario_at(const ScenarioSource& source, int64_t step);

/// Adds the predators and targets of a changed scenario to a state; existing ones do not change.
template <class T>
void fit_to_scenario(State<T>& state, const Scenario& scenario);

}  // namespace murmur
