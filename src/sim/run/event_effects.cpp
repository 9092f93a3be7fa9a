#include "sim/run/event_effects.h"

#include <algorithm>

#include <fmt/format.h>

#include "sim/scenario/events.h"
#include "sim/scenario/words.h"
#include "sim/state/start.h"
#include "sim/util/errors.h"

namespace murmur {

std::vector<Event> by_step(std::vector<Event> events) {
  std::stable_sort(events.begin(), events.end(),
                   [](const Event& a, const Event& b) { return a.step < b.step; });
  return events;
}

ScenarioSource preset_for(const std::string& preset, const Scenario& present, int64_t boids) {
  ScenarioOverrides overrides;
  overrides.seed = present.seed;
  if (boids > 0) overrides.boids = boids;
  return ScenarioSource::from_preset(preset, overrides);
}

ScenarioSource with_key(const ScenarioSource& source, const Event& event) {
  ScenarioSource next = source;
  next.set(event.key, event.value);
  return next;
}

void follow_scenario(ScenarioSource& now, int64_t& boids, const Event& event) {
  if (event.kind == EventKind::kAdd) boids += event.count;
  if (event.kind == EventKind::kRemove) boids = std::max<int64_t>(0, boids - event.count);
  if (event.kind == EventKind::kPreset) now = preset_for(event.preset, now.scenario(), boids);
  if (event.kind == EventKind::kSet) now = with_key(now, event);
}

void check_event(const Event& event, const Scenario& scenario) {
  std::vector<std::string> faults = event_faults(event, scenario);
  if (faults.empty()) return;
  for (std::string& fault : faults) {
    fault = fmt::format("event {} at step {}: {}", event_kind_name(event.kind), event.step, fault);
  }
  throw UserError(std::move(faults));
}

template <class T>
void fit_to_scenario(State<T>& state, const Scenario& scenario) {
  const size_t wanted = scenario.predators.size() * static_cast<size_t>(state.dimensions);
  if (const size_t had = state.predator_position.size(); had < wanted) {
    Scenario alone = scenario;
    alone.boids = 1;  // predators start where they would with any N
    const State<T> fresh = make_start<T>(alone);
    const auto from = static_cast<std::ptrdiff_t>(had);
    state.predator_position.insert(state.predator_position.end(), fresh.predator_position.begin() + from,
                                   fresh.predator_position.end());
    state.predator_velocity.insert(state.predator_velocity.end(), fresh.predator_velocity.begin() + from,
                                   fresh.predator_velocity.end());
  }
  state.predator_position.resize(wanted);
  state.predator_velocity.resize(wanted);
  const size_t places = scenario.goal ? scenario.goal->path.size() : 0;
  state.target.resize(places > 1 ? static_cast<size_t>(state.count()) : 0, 0);
  for (uint32_t& target : state.target) {
    if (target >= places) target = 0;
  }
}

template void fit_to_scenario(State<float>&, const Scenario&);
template void fit_to_scenario(State<double>&, const Scenario&);

ScenarioSource scenario_at(const ScenarioSource& source, int64_t step) {
  ScenarioSource now = source;
  int64_t boids = now.scenario().boids;
  for (const Event& event : by_step(source.scenario().events)) {
    if (event.step >= step) break;
    follow_scenario(now, boids, event);
  }
  return now;
}

}  // namespace murmur
