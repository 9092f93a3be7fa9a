#include "sim/scenario/events.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "sim/scenario/entries.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/layers.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/species.h"
#include "sim/scenario/toml_values.h"
#include "sim/scenario/words.h"
#include "sim/util/errors.h"

namespace murmur {

namespace {

/// Checks each field of an event against its range.
void check_fields(const Event& event, const Scenario& scenario, std::vector<std::string>& faults) {
  const auto dimensions = static_cast<size_t>(scenario.dimensions());
  for (const auto& [f, member] : entries_of(event)) {
    const auto number = [&, &f = f](double value) {
      if (!(value >= f.range.low && value <= f.range.high))
        faults.push_back(fmt::format("{}: is {}; allowed: {}", f.key, value, range_text(f.range)));
    };
    const auto whole = [&, &f = f](int64_t value) {
      if (value < f.least || value > f.most)
        faults.push_back(
            fmt::format("{}: is {}; allowed: a whole number from {} to {}", f.key, value, f.least, f.most));
    };
    const auto vector = [&, &f = f](const std::vector<double>& values) {
      if (values.size() != dimensions)
        faults.push_back(fmt::format("{}: has {} numbers; allowed: {}, one for each axis", f.key,
                                     values.size(), dimensions));
      for (const double value : values)
        if (!(value >= f.range.low && value <= f.range.high))
          faults.push_back(fmt::format("{}: {} is not allowed: {}", f.key, value, range_text(f.range)));
    };
    if (const auto* const of_double = std::get_if<double*>(&member)) number(**of_double);
    if (const auto* const of_whole = std::get_if<int64_t*>(&member)) whole(**of_whole);
    if (const auto* const of_vector = std::get_if<std::vector<double>*>(&member)) vector(**of_vector);
    if (const auto* const one = std::get_if<std::optional<double>*>(&member); one && **one) number(***one);
    if (const auto* const one = std::get_if<std::optional<std::vector<double>>*>(&member); one && **one)
      vector(***one);
  }
}

void check_inside(const std::vector<double>& at, const Scenario& scenario, std::vector<std::string>& faults) {
  const double margin = scenario.start_allowance();
  for (size_t k = 0; k < std::min(at.size(), scenario.world.size.size()); ++k)
    if (at[k] < -margin || at[k] > scenario.world.size[k] + margin)
      faults.push_back(
          fmt::format("at: {} on axis {} is outside the world; allowed: {} to {}, or anywhere with "
                      "world.boundary = \"soft\" or \"open\"",
                      at[k], k, 0.0 - margin, scenario.world.size[k] + margin));
}

void check_species(const char* key, const std::optional<std::string>& name, const Scenario& scenario,
                   std::vector<std::string>& faults) {
  if (!name || species_of_name(scenario, *name)) return;
  faults.push_back(
      scenario.species.empty()
          ? fmt::format("{}: is {}; allowed: in a flock with [[species]] alone", key, toml_string(*name))
          : fmt::format("{}: is {}; allowed: {}", key, toml_string(*name), species_names(scenario)));
}

/// All faults of an event except those of a `set` against the scenario.
std::vector<std::string> plain_faults(const Event& event, const Scenario& scenario) {
  std::vector<std::string> faults;
  check_fields(event, scenario, faults);
  if (event.kind == EventKind::kAdd) check_inside(event.at, scenario, faults);
  if (event.kind == EventKind::kSet) {
    const std::string table = table_of(event.key).table;
    if (event.key.empty())
      faults.emplace_back("key: is empty; allowed: a scenario key such as \"rules.radius\"");
    else if (table == "boids")
      faults.emplace_back("key: boids cannot be set during a run; use events of kind \"add\" and \"remove\"");
    else if (table == "clock")
      faults.emplace_back("key: the clock cannot be set during a run; time goes on by rules.time_step");
    else if (table == "event")
      faults.emplace_back(
          "key: events cannot be set during a run; allowed: every key of the model and its behaviours");
  }
  if (event.kind == EventKind::kAdd) check_species("species", event.species, scenario, faults);
  if (event.kind == EventKind::kConvert) {
    check_species("from", event.from, scenario, faults);
    check_species("to", event.to, scenario, faults);
  }
  if (event.kind == EventKind::kPreset && preset_text(event.preset).empty())
    faults.push_back(fmt::format("preset: {} is not a preset; {}", toml_string(event.preset),
                                 suggestion(event.preset, preset_names())));
  return faults;
}

/// Applies the event to the scenario; returns the faults.
std::vector<std::string> follow_faults(const Event& event, Scenario& now, int64_t boids) {
  try {
    follow_event(event, now, boids);
  } catch (const UserError& error) {
    return error.faults();
  }
  return {};
}

int64_t count_after(const Event& event, int64_t boids) {
  if (event.kind == EventKind::kAdd) return boids + event.count;
  if (event.kind == EventKind::kRemove) return std::max<int64_t>(0, boids - event.count);
  return boids;
}

/// Reports the faults of an event. @throws UserError if there are faults.
void raise(const Event& event, std::vector<std::string> faults) {
  if (faults.empty()) return;
  for (std::string& fault : faults)
    fault = fmt::format("event {} at step {}: {}", event_kind_name(event.kind), event.step, fault);
  throw UserError(std::move(faults));
}

}  // namespace

int64_t same_ids(const std::vector<Event>& events, int64_t boids) {
  int64_t same = boids;
  for (auto event = events.rbegin(); event != events.rend(); ++event) {  // `boids`: number after the event
    if (event->kind == EventKind::kPreset || event->kind == EventKind::kRestart) return 0;
    if (event->kind == EventKind::kRemove) boids += event->count;
    if (event->kind == EventKind::kAdd) boids -= event->count;
    same = std::min(same, boids);
  }
  return same;
}

std::vector<std::string> event_faults(const Event& event, const Scenario& scenario) {
  std::vector<std::string> faults = plain_faults(event, scenario);
  if (faults.empty() && event.kind == EventKind::kSet) {
    Scenario trial = scenario;
    faults = follow_faults(event, trial, scenario.boids);
  }
  return faults;
}

void check_event(const Event& event, const Scenario& scenario) {
  raise(event, event_faults(event, scenario));
}

void accept_event(const Event& event, Scenario& scenario, int64_t& boids) {
  raise(event, plain_faults(event, scenario));
  raise(event, follow_faults(event, scenario, boids));
  boids = count_after(event, boids);
}

void follow_event(const Event& event, Scenario& scenario, int64_t& boids) {
  const Scenario::Clock now{event.step, scenario.time_at(event.step)};
  const double time_step = scenario.rules.time_step;
  const std::optional<Scenario::Clock> clock = scenario.clock;
  if (event.kind == EventKind::kSet) set_key(scenario, event.key, event.value);
  if (event.kind == EventKind::kPreset) {
    ScenarioOverrides kept{.seed = scenario.seed};
    if (boids > 0) kept.boids = boids;
    scenario = preset_scenario(event.preset, kept);
    scenario.clock = clock;
  }
  if (scenario.rules.time_step != time_step) scenario.clock = now;
  boids = count_after(event, boids);
}

void check_events(const ReadScenario& read, Faults& faults) {
  const std::vector<Event>& events = read.scenario.events;
  if (events.empty() || read.scenario.world.size.empty()) return;
  std::vector<size_t> order(events.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return events[a].step < events[b].step; });
  // A `set` cannot be applied to a faulty scenario, so only the events before it can be checked.
  std::optional<Scenario> now;
  if (faults.empty()) {
    now = read.scenario;
    now->events.clear();
  }
  int64_t boids = read.scenario.boids;
  for (const size_t i : order) {
    const Event& event = events[i];
    const bool changes = event.kind == EventKind::kSet || event.kind == EventKind::kPreset;
    if (changes && !now) return;
    const Faults::Place& place = read.event_places[i];
    if (place.text.empty()) continue;  // the event's faults are already reported
    std::vector<std::string> found = plain_faults(event, now ? *now : read.scenario);
    for (std::string& fault : found) fault = "." + fault;
    if (found.empty() && changes)
      for (const std::string& fault : follow_faults(event, *now, boids)) found.push_back(": " + fault);
    boids = count_after(event, boids);
    if (boids > kMostScenarioBoids) {
      found.push_back(
          fmt::format(".count: makes {} boids; allowed: at most {} in all", boids, kMostScenarioBoids));
      boids = kMostScenarioBoids;
    }
    for (const std::string& fault : found) faults.add_text(place.text + fault, place.line);
  }
}

}  // namespace murmur
