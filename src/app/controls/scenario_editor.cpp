#include "app/controls/scenario_editor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "app/live/behaviour_defaults.h"
#include "sim/run/event_effects.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/source.h"
#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

/// "[1.0, 2.0]" or "3.5".
std::vector<double> numbers_of(const std::string& text) {
  std::vector<double> numbers;
  const char* at = text.c_str();
  while (*at) {
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end == at) {
      ++at;
      continue;
    }
    numbers.push_back(number);
    at = end;
  }
  return numbers;
}

/// The parts of a scenario that it may be without.
constexpr std::array kTables{"noise",   "wind",     "goal",     "cursor",
                             "terrain", "perching", "obstacle", "predator"};

bool within(const std::string& key, const std::string& table) {
  return key.starts_with(table) && key.size() > table.size() &&
         (key[table.size()] == '.' || key[table.size()] == '[');
}

std::vector<std::string> keys_of(const std::map<std::string, std::string>& values, const std::string& table) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : values) {
    if (within(key, table)) keys.push_back(key);
  }
  return keys;
}

/// The table, or array of tables, as one TOML value; empty: there is none.
std::string toml_of(const std::map<std::string, std::string>& values, const std::string& table) {
  std::map<size_t, std::string> rows;  // of an array, by index; a table alone is the first
  bool array = false;
  for (const std::string& key : keys_of(values, table)) {
    size_t begin = table.size(), index = 0;
    if (key[begin] == '[') {
      array = true;
      index = std::stoul(key.substr(begin + 1));
      begin = key.find(']', begin) + 1;
    }
    std::string& row = rows[index];
    row += fmt::format("{}{} = {}", row.empty() ? "" : ", ", key.substr(begin + 1), values.at(key));
  }
  std::string text;
  for (const auto& [index, row] : rows) text += fmt::format("{}{{ {} }}", text.empty() ? "" : ", ", row);
  return array ? "[" + text + "]" : text;
}

}  // namespace

ScenarioEditor::ScenarioEditor(LiveRun& run, InputMapper& controls, Notices& notices)
    : run_(run), input_(controls), notices_(notices) {
  read();
  start_values_ = values_;
  preset_ = run_.expected().scenario.preset;
}

void ScenarioEditor::refresh() {
  read();
  const std::string& preset = run_.expected().scenario.preset;
  if (preset == preset_) return;
  starts_[preset_] = start_values_;
  preset_ = preset;
  const auto earlier = starts_.find(preset);
  start_values_ = earlier == starts_.end() ? values_ : earlier->second;
}

void ScenarioEditor::read() { values_ = key_values(run_.expected().scenario); }

/// During a step the event waits; the controls show its value already.
bool ScenarioEditor::post(Event event) {
  const bool sent = input_.post(std::move(event));
  if (sent) read();
  return sent;
}

void ScenarioEditor::note(const Event& event) {
  if (event.kind != EventKind::kSet && event.kind != EventKind::kPreset) return;
  read();
  if (event.kind != EventKind::kPreset) return;
  // Of the preset alone: later events may have changed the flock already.
  const FlockView now = run_.expected();
  starts_[preset_] =
      std::exchange(start_values_, key_values(preset_for(event.preset, now.scenario, now.boids).scenario()));
  preset_ = event.preset;
}

std::string ScenarioEditor::text(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? "" : found->second;
}

std::vector<double> ScenarioEditor::numbers(const std::string& key) const { return numbers_of(text(key)); }

double ScenarioEditor::number(const std::string& key) const {
  const std::vector<double> all = numbers(key);
  return all.empty() ? 0.0 : all.front();
}

std::string ScenarioEditor::word(const std::string& key) const {
  const std::string quoted = text(key);
  return quoted.size() < 2 ? "" : quoted.substr(1, quoted.size() - 2);
}

void ScenarioEditor::set(const std::string& key, const std::string& text) {
  if (this->text(key) == text) return;
  post({.kind = EventKind::kSet, .key = key, .value = text});
}

void ScenarioEditor::set_number(const std::string& key, double value) {
  const Scenario::Rules& rules = run_.expected().scenario.rules;
  if (key == "rules.radius" && value > 0.0 && value < rules.separation_radius) {  // r shrinks with R
    post({.kind = EventKind::kSet,
          .key = "rules",
          .value = fmt::format("{{ radius = {0}, separation_radius = {0} }}", number_text(value))});
    return;
  }
  if (key == "rules.separation_radius") value = std::min(value, rules.radius);
  if (key == "rules.max_speed") value = std::max(value, rules.min_speed);
  if (key == "rules.min_speed") value = std::min(value, rules.max_speed);
  const std::string now = text(key);
  const bool whole = !now.empty() && now.find_first_of(".en") == std::string::npos;
  set(key, whole ? fmt::format("{}", std::llround(value)) : number_text(value));
}

void ScenarioEditor::set_numbers(const std::string& key, const std::vector<double>& values) {
  set(key, place_text(values));
}

void ScenarioEditor::set_word(const std::string& key, const std::string& word) {
  // Without a push boids would leave a soft border for ever.
  if (key == "world.boundary" && word == "soft" && !(number("world.push") > 0.0))
    set("world.push", number_text(0.25 * run_.expected().scenario.rules.max_speed));
  set(key, toml_string(word));
}

std::string ScenarioEditor::first_text(const std::string& key) const {
  const auto start = start_values_.find(key);
  return start == start_values_.end() ? "" : start->second;
}

bool ScenarioEditor::differs(const std::string& key) const {
  const auto start = start_values_.find(key);
  return start != start_values_.end() && text(key) != start->second;
}

void ScenarioEditor::reset(const std::string& key) {
  if (differs(key)) set(key, start_values_.at(key));
}

int ScenarioEditor::differing() const {
  int count = 0;
  for (const auto& [key, value] : start_values_) {
    if (key != "boids" && key != "preset" && has(key) && differs(key)) ++count;
  }
  for (const char* const table : kTables) count += keys_of(values_, table) != keys_of(start_values_, table);
  return count;
}

/// Removes behaviours that were switched on and restores those that were switched off.
void ScenarioEditor::reset_tables() {
  for (const char* const table : kTables) {
    if (keys_of(values_, table) == keys_of(start_values_, table)) continue;
    post({.kind = EventKind::kSet, .key = table, .value = toml_of(start_values_, table)});
  }
}

void ScenarioEditor::reset_all() {
  reset_tables();
  // Twice: a smaller radius may need a smaller separation radius first.
  for (int round = 0; round < 2; ++round) {
    const Values present = values_;
    for (const auto& [key, value] : present) {
      if (key != "boids" && key != "preset") reset(key);
    }
    if (differing() == 0) break;
  }
  if (differing() == 0) notices_.say("all values as they came");
}

std::pair<double, double> ScenarioEditor::span(const Control& control) const {
  const std::vector<double> now = numbers(control.key);
  const auto start = start_values_.find(control.key);
  const std::vector<double> first = start == start_values_.end() ? now : numbers_of(start->second);
  double low = 0.0, high = control.slider.high, largest = 0.0;
  for (const double value : first) largest = std::max(largest, std::abs(value));
  const auto& size = run_.expected().scenario.world.size;
  switch (control.slider.span) {
    case SliderSpan::kFixed:
      low = control.slider.low;
      break;
    case SliderSpan::kFourTimesStart:
    case SliderSpan::kSigned:
      if (largest > 0.0) high = 4.0 * largest;
      if (control.slider.span == SliderSpan::kSigned) low = -high;
      break;
    case SliderSpan::kWorld:
      high = *std::max_element(size.begin(), size.end());
      break;
    case SliderSpan::kSpeed:
      high = run_.expected().scenario.rules.max_speed;
      low = -high;
      break;
  }
  for (const double value : now) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low, high};
}

}  // namespace murmur
