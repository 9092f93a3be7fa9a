#include "app/controls/scenario_editor.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "sim/editing/behaviour_defaults.h"
#include "sim/scenario/events.h"
#include "sim/scenario/key_values.h"
#include "sim/util/errors.h"

namespace murmur {

ScenarioEditor::ScenarioEditor(LiveRun& run, UserChanges& changes, Notices& notices)
    : run_(run), changes_(changes), notices_(notices) {
  start_here({});
}

/// Reads the values after the flock has moved to another time. Resets then return to the start with the same values,
/// or to the last start of the same preset.
void ScenarioEditor::refresh() {
  read();
  const std::string& preset = run_.expected().scenario.preset;
  const auto last_start = [&](const auto& is_it) {
    return std::find_if(starts_.rbegin(), starts_.rend(), is_it);
  };
  auto found = last_start([&](const Start& one) { return one.values == values_; });
  if (found == starts_.rend())
    found =
        last_start([&](const Start& one) { return one.preset == preset && one.step <= run_.step_number(); });
  if (found == starts_.rend()) return start_here({});
  start_ = static_cast<size_t>(starts_.rend() - found - 1);
}

void ScenarioEditor::start_here(std::string title) {
  read();
  const FlockView& now = run_.expected();
  begin({run_.step_number(), now.scenario.preset, values_, std::move(title), now.boids});
}

void ScenarioEditor::begin(Start start) {
  start_ = starts_.size();
  starts_.push_back(std::move(start));
}

void ScenarioEditor::read() {
  values_ = key_values(run_.expected().scenario);
  const Weights now = weights();
  for (size_t rule = 0; rule < now.size(); ++rule) {
    if (now[rule] != 0.0) weights_on_[rule] = now[rule];
  }
}

/// Posts an event and reads the values: controls show them at once, though the event may wait for the end of a step.
bool ScenarioEditor::post(Event event) {
  const bool sent = changes_.post(std::move(event));
  if (sent) read();
  return sent;
}

void ScenarioEditor::note(const Event& event) {
  if (event.kind != EventKind::kSet && event.kind != EventKind::kPreset) return;
  read();
  if (event.kind != EventKind::kPreset) return;
  // The start is the preset alone, because later events may have changed the flock already.
  Scenario fresh = run_.expected().scenario;
  int64_t boids = run_.expected().boids;
  follow_event(event, fresh, boids);
  begin({run_.step_number(), event.preset, key_values(fresh), {}, boids});
}

const SetValue& ScenarioEditor::value_in(const KeyValues& values, const std::string& key) {
  static const SetValue none;
  const auto found = values.find(key);
  return found == values.end() ? none : found->second;
}

double ScenarioEditor::number(const std::string& key) const {
  const std::vector<double> all = value(key).numbers();
  return all.empty() ? 0.0 : all.front();
}

void ScenarioEditor::set(const std::string& key, const SetValue& value) {
  if (this->value(key) == value) return;
  post({.kind = EventKind::kSet, .key = key, .value = value});
}

bool ScenarioEditor::set_table(const std::string& key, const SetValue& value) {
  return post({.kind = EventKind::kSet, .key = key, .value = value});
}

void ScenarioEditor::set_number(const std::string& key, double value) {
  const Scenario::Rules& rules = run_.expected().scenario.rules;
  if (key == "rules.radius" && value > 0.0 && value < rules.separation_radius) {
    if (changes_.set_radius(value)) read();
    return;
  }
  const auto keep = [&](const char* of, double limit, bool most, const char* name) {
    if (key != of || (most ? value <= limit : value >= limit)) return;
    value = limit;
    notices_.say(fmt::format("{} is {}, {} {}", words_of_key(key), limit, most ? "at most" : "at least",
                             words_of_key(name)));
  };
  keep("rules.separation_radius", rules.radius, true, "rules.radius");
  keep("rules.max_speed", rules.min_speed, false, "rules.min_speed");
  keep("rules.min_speed", rules.max_speed, true, "rules.max_speed");
  const std::string& now = this->value(key).text();
  const bool whole = !now.empty() && now.find_first_of(".en") == std::string::npos;
  set(key, whole ? SetValue(static_cast<int64_t>(std::llround(value))) : SetValue(value));
}

void ScenarioEditor::set_word(const std::string& key, const std::string& word) {
  // A soft border without a push would not bring boids back.
  if (key == "world.boundary" && word == "soft" && !(number("world.push") > 0.0))
    set("world.push", 0.25 * run_.expected().scenario.rules.max_speed);
  set(key, SetValue::word(word));
}

bool ScenarioEditor::differs(const std::string& key) const {
  return !first(key).empty() && value(key) != first(key);
}

void ScenarioEditor::reset(const std::string& key) {
  if (differs(key)) set(key, first(key));
}

KeyValues ScenarioEditor::to_start() const {
  KeyValues changed = difference(values_, start().values);
  for (const char* const key : {"boids", "preset"}) changed.erase(key);
  // The pointer moves the position of the cursor; this is no change by the user.
  if (const auto at = changed.find("cursor.at"); at != changed.end() && has(at->first) && !at->second.empty())
    changed.erase(at);
  // A pointer that attracted the flock and was released has no effect any more.
  const auto mode = values_.find("cursor.mode");
  if (mode != values_.end() && mode->second.word() == "none" && !start().values.contains("cursor.mode"))
    std::erase_if(changed, [](const auto& one) { return table_of(one.first).table == "cursor"; });
  return changed;
}

/// The number of changed values, with the number of boids. A table that was added or removed, and an array with another length, count as one.
int ScenarioEditor::differing() const {
  std::set<std::string> tables;
  size_t keys = run_.expected().boids == usual_boids() ? 0 : 1;
  for (const auto& [key, value] : to_start()) {
    if (has(key) && !value.empty())
      ++keys;
    else
      tables.insert(table_of(key).table);
  }
  return static_cast<int>(keys + tables.size());
}

void ScenarioEditor::reset_all() {
  for (Event& event : events_to(values_, to_start())) post(std::move(event));
  set_boids(usual_boids());
  if (differing() == 0) notices_.say("all values as they came");
}

std::pair<double, double> ScenarioEditor::span(const Control& control) const {
  const std::vector<double> now = value(control.key).numbers();
  const SetValue& start = first(control.key);
  return slider_ends(control.slider, now, start.empty() ? now : start.numbers(), run_.expected().scenario);
}

}  // namespace murmur
