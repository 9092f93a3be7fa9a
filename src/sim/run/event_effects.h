// What events do to scenarios, and what a changed scenario does to a state: the parts of Simulation that need
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

/// What an event makes of scenario and N when nobody holds the boids.
void follow_scenario(ScenarioSource& now, int64_t& boids, const Event& event);

/// @throws UserError with everything that is wrong with the event for this scenario.
void check_event(const Event& event, const Scenario& scenario);

/// A scenario as its own `set` and `preset` events before `step` leave it: what reads a state of that step.
ScenarioSource scenario_at(const ScenarioSource& source, int64_t step);

/// Gives a state the predators and targets that a changed scenario asks for; those it has stay as they are.
template <class T>
void fit_to_scenario(State<T>& state, const Scenario& scenario);

}  // namespace murmur
