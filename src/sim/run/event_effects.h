// The effect of a scenario's events on it, and of a changed scenario on a state: the parts of Simulation that need
// neither clock nor backend.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario/source.h"
#include "sim/state/state.h"

namespace murmur {

/// Sorted by step; events of one step keep their order.
std::vector<Event> by_step(std::vector<Event> events);

/// A scenario after its own `set` and `preset` events before `step`, to read a state of that step.
ScenarioSource scenario_at(const ScenarioSource& source, int64_t step);

/// Makes all boids of a state a species, by its name.
template <class T>
void make_species(State<T>& state, const Scenario& scenario, const std::string& name);
/// The effect of a `convert` event.
template <class T>
void convert(State<T>& state, const Scenario& scenario, const Event& event);

/// Brings the numbers of custom rules that go on, by their names, to the places of those after a change; others begin anew.
template <class T>
void move_custom_states(State<T>& state, const std::vector<std::string>& before,
                        const std::vector<std::string>& after);

/// Gives boids the indices that their species have after a change. Boids whose species is gone become the first species.
template <class T>
void follow_species(State<T>& state, const Scenario& before, const Scenario& after);
/// Takes one predator out of a state.
template <class T>
void remove_predator(State<T>& state, size_t index);

/// Adds the predators, and what boids carry, of a changed scenario to a state; what exists does not change.
template <class T>
void fit_to_scenario(State<T>& state, const Scenario& scenario);

}  // namespace murmur
