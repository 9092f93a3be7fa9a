#include "sim/run/event_effects.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/model.h"
#include "sim/backends/make_parameters.h"
#include "sim/scenario/species.h"
#include "sim/state/start.h"

namespace murmur {

std::vector<Event> by_step(std::vector<Event> events) {
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.step < b.step; });
  return events;
}

template <class T>
void fit_to_scenario(State<T>& state, const Scenario& scenario) {
  const size_t wanted = scenario.predators.size() * static_cast<size_t>(state.dimensions);
  if (const size_t had = state.predator_position.size(); had < wanted) {
    Scenario alone = scenario;
    alone.boids = 1;  // the start of predators does not depend on N
    const State<T> fresh = state_as<T>(start_parts(alone)(0, 0));
    const auto from = static_cast<std::ptrdiff_t>(had);
    state.predator_position.insert(state.predator_position.end(), fresh.predator_position.begin() + from,
                                   fresh.predator_position.end());
    state.predator_velocity.insert(state.predator_velocity.end(), fresh.predator_velocity.begin() + from,
                                   fresh.predator_velocity.end());
  }
  state.predator_position.resize(wanted);
  state.predator_velocity.resize(wanted);
  auto had = std::move(state.columns);
  begin_columns(scenario, 0, state);
  each_column(
      [](const ColumnInfo&, auto& rows, auto& before) {
        if (!rows.empty() && !before.empty()) rows = std::move(before);
      },
      state.columns, had);
  each_column(
      [](const ColumnInfo&, auto& rows, size_t places) {
        if constexpr (std::is_same_v<decltype(rows), std::vector<uint32_t>&>)
          std::replace_if(
              rows.begin(), rows.end(), [&](uint32_t place) { return place >= places; }, 0u);
      },
      state.columns, column_places(scenario));
}

template void fit_to_scenario(State<float>&, const Scenario&);
template void fit_to_scenario(State<double>&, const Scenario&);

template <class T>
void move_custom_states(State<T>& state, const std::vector<std::string>& before,
                        const std::vector<std::string>& after) {
  std::array<std::vector<T>, kMostCustomStates> had;
  for (size_t k = 0; k < had.size(); ++k) had[k] = std::exchange(state.columns.custom_states[k], {});
  for (size_t k = 0; k < after.size(); ++k) {
    const auto old = static_cast<size_t>(std::find(before.begin(), before.end(), after[k]) - before.begin());
    if (old < before.size()) state.columns.custom_states[k] = std::move(had[old]);
  }
}
template void move_custom_states(State<float>&, const std::vector<std::string>&,
                                 const std::vector<std::string>&);
template void move_custom_states(State<double>&, const std::vector<std::string>&,
                                 const std::vector<std::string>&);

template <class T>
void follow_species(State<T>& state, const Scenario& before, const Scenario& after) {
  const SpeciesOrigins origins = species_origins(before, after);
  std::vector<uint32_t> now(before.species.size(), 0);  // new index of each earlier species
  for (size_t k = 0; k < origins.size(); ++k)
    if (origins[k]) now[*origins[k]] = static_cast<uint32_t>(k);
  for (uint32_t& species : state.columns.species) species = now[species];
}
template void follow_species(State<float>&, const Scenario&, const Scenario&);
template void follow_species(State<double>&, const Scenario&, const Scenario&);

template <class T>
void remove_predator(State<T>& state, size_t index) {
  const auto first = static_cast<std::ptrdiff_t>(index) * state.dimensions;
  for (std::vector<T>* const numbers : {&state.predator_position, &state.predator_velocity})
    numbers->erase(numbers->begin() + first, numbers->begin() + first + state.dimensions);
}
template void remove_predator(State<float>&, size_t);
template void remove_predator(State<double>&, size_t);

template <class T>
void make_species(State<T>& state, const Scenario& scenario, const std::string& name) {
  const auto species = static_cast<uint32_t>(species_of_name(scenario, name).value_or(0));
  std::fill(state.columns.species.begin(), state.columns.species.end(), species);
}

namespace {

template <class T, int D>
void convert_in(State<T>& state, const Scenario& scenario, const Event& event) {
  ParameterArrays<T, D> arrays;
  Scenario world = scenario;
  world.terrain.reset();  // no need to read its files
  world.walls.clear();
  const Parameters<T, D> q = make_parameters<T, D>(world, arrays);
  const auto from = event.from ? species_of_name(scenario, *event.from) : std::nullopt;
  const auto to = static_cast<uint32_t>(species_of_name(scenario, event.to).value_or(0));
  const Vec<T, D> at = to_vec<T, D>(event.at);
  const T radius = static_cast<T>(event.radius.value_or(0.0));
  for (size_t i = 0; i < state.columns.species.size(); ++i) {
    Vec<T, D> p;
    from_row(state.position, i, p);
    const Vec<T, D> d = displacement(q.world, at, p);
    uint32_t& species = state.columns.species[i];
    if (event.radius && !(dot(d, d) < radius * radius)) continue;
    if (!event.from || (from && species == *from)) species = to;
  }
}

}  // namespace

template <class T>
void convert(State<T>& state, const Scenario& scenario, const Event& event) {
  if (state.dimensions == 3)
    convert_in<T, 3>(state, scenario, event);
  else
    convert_in<T, 2>(state, scenario, event);
}

template void make_species(State<float>&, const Scenario&, const std::string&);
template void make_species(State<double>&, const Scenario&, const std::string&);
template void convert(State<float>&, const Scenario&, const Event&);
template void convert(State<double>&, const Scenario&, const Event&);

ScenarioSource scenario_at(const ScenarioSource& source, int64_t step) {
  ScenarioSource now = source;
  int64_t boids = now.scenario().boids;
  for (const Event& event : by_step(source.scenario().events)) {
    if (event.step >= step) break;
    now.follow(event, boids);
  }
  return now;
}

}  // namespace murmur
