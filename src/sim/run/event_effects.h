// Applies a scenario's events to the scenario, and a changed scenario to a state: the parts of Simulation that need
// neither clock nor backend.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario/source.h"
#include "sim/state/state.h"

namespace murmur {

/// Sorts events by step; events of one step keep their order.
std::vector<Event> by_step(std::vector<Event> events);

/// The scenario after its own `set` and `preset` events before `step`, for reading a state of that step.
ScenarioSource scenario_at(const ScenarioSource& source, int64_t step);

/// Gives all boids of a state the species with this name.
template <class T>
void make_species(State<T>& state, const Scenario& scenario, const std::string& name);
/// Applies a `convert` event to a state.
template <class T>
void convert(State<T>& state, const Scenario& scenario, const Event& event);

/// Reorders the numbers of custom rules, by name, after a change of the rules; new numbers get their start values.
template <class T>
void move_custom_states(State<T>& state, const std::vector<std::string>& before,
                        const std::vector<std::string>& after);

/// Updates the species indices of boids after a change. Boids whose species was removed get the first species.
template <class T>
void follow_species(State<T>& state, const Scenario& before, const Scenario& after);
/// Removes one predator from a state.
template <class T>
void remove_predator(State<T>& state, size_t index);

/// Adds predators and columns that a changed scenario needs to a state; existing ones do not change.
template <class T>
void fit_to_scenario(State<T>& state, const Scenario& scenario);

}  // namespace murmur
