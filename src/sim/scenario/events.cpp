// Events of a scenario: reads [[event]] tables, and says what is wrong with an event for a given scenario.
// Applying them is Simulation's affair; the log has its own JSON reader and comes here to be checked.
#include <algorithm>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/scenario/bounds.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/schema.h"
#include "sim/scenario/source.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"

namespace murmur {

namespace {

constexpr int64_t kLastStep = int64_t{1} << 53;  // exact in every number format that carries steps

Event read_event(const toml::table& table, const std::string& path, Faults& faults) {
  TableReader reader(table, path, faults);
  Event event;
  const auto need = [&](const char* key) {
    if (!reader.has(key)) faults.add(&table, reader.path(key), "is missing");
  };
  reader.whole("step", event.step, 0, kLastStep);
  need("step");
  need("kind");
  const size_t before = faults.count();
  reader.choice("kind", event.kind, kEventWords);
  if (!reader.has("kind") || faults.count() > before)
    return event;  // without a kind nothing else can be judged
  switch (event.kind) {
    case EventKind::kScatter:
      need("at");
      reader.vector("at", event.at, 0, kAnyNumber);
      reader.number("strength", event.strength, kAnyNumber);
      reader.number("radius", event.radius, kReach);
      break;
    case EventKind::kStartle:
      reader.whole("steps", event.steps, 1, kLastStep);
      break;
    case EventKind::kAdd:
      need("at");
      reader.vector("at", event.at, 0, kAnyNumber);
      reader.whole("count", event.count, 1, kMostBoids);
      reader.vector("velocity", event.velocity, 0, kAnyNumber);
      break;
    case EventKind::kRemove:
      reader.whole("count", event.count, 1, kMostBoids);
      break;
    case EventKind::kGust:
      reader.whole("steps", event.steps, 1, kLastStep);
      reader.number("strength", event.strength, kAnyNumber);
      break;
    case EventKind::kSet:
      need("key");
      need("value");
      reader.text("key", event.key);
      if (const toml::node* value = reader.node("value")) {
        event.value = value_text(*value);
        if (event.value == "\"\"")
          event.value.clear();  // an empty text takes the key away, as in ScenarioSource::set
      }
      break;
    case EventKind::kPreset:
      need("preset");
      reader.text("preset", event.preset);
      break;
    case EventKind::kRestart:
      break;
  }
  reader.finish();
  return event;
}

void check_vector(const char* field, const std::vector<double>& values, const Scenario& scenario,
                  std::vector<std::string>& faults) {
  if (static_cast<int>(values.size()) != scenario.dimensions())
    faults.push_back(fmt::format("{}: has {} numbers; allowed: {}, one for each axis", field, values.size(),
                                 scenario.dimensions()));
  for (const double value : values)
    if (!(value >= -kLargest && value <= kLargest))
      faults.push_back(fmt::format("{}: {} is not allowed: {}", field, value, range_text(kAnyNumber)));
}

void check_inside(const std::vector<double>& at, const Scenario& scenario, std::vector<std::string>& faults) {
  const double margin = start_allowance(scenario);
  for (size_t k = 0; k < std::min(at.size(), scenario.world.size.size()); ++k)
    if (at[k] < -margin || at[k] > scenario.world.size[k] + margin)
      faults.push_back(
          fmt::format("at: {} on axis {} is outside the world; allowed: {} to {}, or anywhere with "
                      "world.boundary = \"soft\"",
                      at[k], k, 0.0 - margin, scenario.world.size[k] + margin));
}

/// Everything but whether a `set` suits the scenario.
std::vector<std::string> plain_faults(const Event& event, const Scenario& scenario) {
  std::vector<std::string> faults;
  const auto number = [&](const char* field, double value, const Range& range) {
    if (!(value >= range.low && value <= range.high))
      faults.push_back(fmt::format("{}: is {}; allowed: {}", field, value, range_text(range)));
  };
  const auto whole = [&](const char* field, int64_t value, int64_t low, int64_t high) {
    if (value < low || value > high)
      faults.push_back(
          fmt::format("{}: is {}; allowed: a whole number from {} to {}", field, value, low, high));
  };
  whole("step", event.step, 0, kLastStep);
  if (event.kind == EventKind::kScatter || event.kind == EventKind::kAdd)
    check_vector("at", event.at, scenario, faults);
  if (event.kind == EventKind::kScatter || event.kind == EventKind::kGust)
    number("strength", event.strength, kAnyNumber);
  if (event.kind == EventKind::kScatter && event.radius) number("radius", *event.radius, kReach);
  if (event.kind == EventKind::kStartle || event.kind == EventKind::kGust)
    whole("steps", event.steps, 1, kLastStep);
  if (event.kind == EventKind::kAdd || event.kind == EventKind::kRemove)
    whole("count", event.count, 1, kMostBoids);
  if (event.kind == EventKind::kAdd) {
    check_inside(event.at, scenario, faults);
    if (event.velocity) check_vector("velocity", *event.velocity, scenario, faults);
  }
  if (event.kind == EventKind::kSet) {
    const std::string first = event.key.substr(0, event.key.find_first_of(".["));
    if (event.key.empty())
      faults.emplace_back("key: is empty; allowed: a scenario key such as \"rules.radius\"");
    else if (first == "boids")
      faults.emplace_back("key: boids cannot be set during a run; use events of kind \"add\" and \"remove\"");
    else if (first == "event")
      faults.emplace_back(
          "key: events cannot be set during a run; allowed: every key of the model and its behaviours");
  }
  if (event.kind == EventKind::kPreset && preset_text(event.preset).empty())
    faults.push_back(fmt::format("preset: {} is not a preset; {}", toml_string(event.preset),
                                 suggestion(event.preset, preset_names())));
  return faults;
}

ScenarioSource without_events(Scenario scenario) {
  scenario.events.clear();
  return ScenarioSource::from_text(scenario_to_toml(scenario), "scenario");
}

/// Puts `set` and `preset` into effect; returns the faults.
std::vector<std::string> follow(const Event& event, ScenarioSource& now, int64_t boids) {
  try {
    if (event.kind == EventKind::kSet) now.set(event.key, event.value);
    if (event.kind == EventKind::kPreset)
      now = ScenarioSource::from_preset(event.preset, {.boids = boids, .seed = now.scenario().seed});
  } catch (const UserError& error) {
    return error.faults();
  }
  return {};
}

}  // namespace

std::vector<std::string> event_faults(const Event& event, const Scenario& scenario) {
  std::vector<std::string> faults = plain_faults(event, scenario);
  if (faults.empty() && event.kind == EventKind::kSet) {
    ScenarioSource trial = without_events(scenario);
    faults = follow(event, trial, scenario.boids);
  }
  return faults;
}

void read_events(TableReader& root, ReadScenario& read, Faults& faults) {
  const toml::array* tables = root.tables("event");
  for (size_t i = 0; tables && i < tables->size(); ++i) {
    const toml::table& table = *(*tables)[i].as_table();
    const std::string path = fmt::format("event[{}]", i);
    const size_t before = faults.count();
    read.scenario.events.push_back(read_event(table, path, faults));
    read.event_places.push_back(faults.count() > before ? "" : faults.place(&table) + path);
  }
}

void check_events(const ReadScenario& read, Faults& faults) {
  const std::vector<Event>& events = read.scenario.events;
  if (events.empty() || read.scenario.world.size.empty()) return;
  std::vector<size_t> order(events.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return events[a].step < events[b].step; });
  // With faults elsewhere a `set` cannot be tried: only the events before it can be judged as well.
  std::optional<ScenarioSource> now;
  if (faults.empty()) now = without_events(read.scenario);
  int64_t boids = read.scenario.boids;
  for (const size_t i : order) {
    const Event& event = events[i];
    const bool changes = event.kind == EventKind::kSet || event.kind == EventKind::kPreset;
    if (changes && !now) return;
    if (read.event_places[i].empty()) continue;  // its faults are told already
    std::vector<std::string> found = plain_faults(event, now ? now->scenario() : read.scenario);
    for (std::string& fault : found) fault = "." + fault;
    if (found.empty() && changes)
      for (const std::string& fault : follow(event, *now, boids)) found.push_back(": " + fault);
    if (event.kind == EventKind::kAdd) boids += event.count;
    if (event.kind == EventKind::kRemove) boids = std::max<int64_t>(0, boids - event.count);
    if (boids > kMostBoids) {
      found.push_back(fmt::format(".count: makes {} boids; allowed: at most {} in all", boids, kMostBoids));
      boids = kMostBoids;
    }
    for (const std::string& fault : found) faults.add_text(read.event_places[i] + fault);
  }
}

}  // namespace murmur
