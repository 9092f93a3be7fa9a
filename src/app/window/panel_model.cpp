#include "app/window/panel_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/live/backend_switch.h"
#include "app/live/behaviour_defaults.h"
#include "app/options/common_options.h"
#include "sim/machine/registry.h"
#include "sim/scenario/key_values.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_values.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr int64_t kMostClouds = 1000;     // of boids added at once
constexpr int64_t kBoidsPerCloud = 1000;  // so many have one
constexpr double kMostPairs = 3e9;        // of a step: a few seconds on a small machine

/// The fractional parts of k times these spread evenly (the roots of x^(D+1) = x + 1: Roberts' sequence).
constexpr double kSpread[2][3] = {{0.7548776662466927, 0.5698402909980532, 0.0},
                                  {0.8191725133961645, 0.6710436067037893, 0.5497004779019703}};

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
constexpr std::array kTables{"wind", "goal", "cursor", "terrain", "perching", "obstacle", "predator"};

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

PanelModel::PanelModel(Flight& flight, ViewControls& controls, ViewState& view)
    : flight_(flight), controls_(controls), view_(view) {
  read();
  start_values_ = values_;
  preset_ = flight_.scenario().preset;
}

void PanelModel::refresh() {
  read();
  const std::string& preset = flight_.scenario().preset;
  if (preset == preset_) return;
  starts_[preset_] = start_values_;
  preset_ = preset;
  const auto earlier = starts_.find(preset);
  start_values_ = earlier == starts_.end() ? values_ : earlier->second;
}

void PanelModel::read() { values_ = key_values(flight_.scenario()); }

/// During a step the event waits; the controls show its value already.
bool PanelModel::post(Event event) {
  const bool sent = controls_.post(std::move(event));
  if (sent && !flight_.whole()) read();
  return sent;
}

void PanelModel::note(const Event& event) {
  if (event.kind != EventKind::kSet && event.kind != EventKind::kPreset) return;
  read();
  if (event.kind != EventKind::kPreset) return;
  starts_[preset_] = std::exchange(start_values_, values_);
  preset_ = event.preset;
}

std::string PanelModel::text(const std::string& key) const {
  const auto found = values_.find(key);
  return found == values_.end() ? "" : found->second;
}

std::vector<double> PanelModel::numbers(const std::string& key) const { return numbers_of(text(key)); }

double PanelModel::number(const std::string& key) const {
  const std::vector<double> all = numbers(key);
  return all.empty() ? 0.0 : all.front();
}

std::string PanelModel::word(const std::string& key) const {
  const std::string quoted = text(key);
  return quoted.size() < 2 ? "" : quoted.substr(1, quoted.size() - 2);
}

void PanelModel::set(const std::string& key, const std::string& text) {
  if (this->text(key) == text) return;
  post({.kind = EventKind::kSet, .key = key, .value = text});
}

void PanelModel::set_number(const std::string& key, double value) {
  const Scenario::Rules& rules = flight_.scenario().rules;
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

void PanelModel::set_numbers(const std::string& key, const std::vector<double>& values) {
  set(key, place_text(values));
}

void PanelModel::set_word(const std::string& key, const std::string& word) {
  // Without a push boids would leave a soft border for ever.
  if (key == "world.boundary" && word == "soft" && !(number("world.push") > 0.0))
    set("world.push", number_text(0.25 * flight_.scenario().rules.max_speed));
  set(key, toml_string(word));
}

std::string PanelModel::first_text(const std::string& key) const {
  const auto start = start_values_.find(key);
  return start == start_values_.end() ? "" : start->second;
}

bool PanelModel::differs(const std::string& key) const {
  const auto start = start_values_.find(key);
  return start != start_values_.end() && text(key) != start->second;
}

void PanelModel::reset(const std::string& key) {
  if (differs(key)) set(key, start_values_.at(key));
}

int PanelModel::differing() const {
  int count = 0;
  for (const auto& [key, value] : start_values_) {
    if (key != "boids" && key != "preset" && has(key) && differs(key)) ++count;
  }
  for (const char* const table : kTables) count += keys_of(values_, table) != keys_of(start_values_, table);
  return count;
}

/// Removes behaviours that were switched on and restores those that were switched off.
void PanelModel::reset_tables() {
  for (const char* const table : kTables) {
    if (keys_of(values_, table) == keys_of(start_values_, table)) continue;
    post({.kind = EventKind::kSet, .key = table, .value = toml_of(start_values_, table)});
  }
}

void PanelModel::reset_all() {
  reset_tables();
  // Twice: a smaller radius may need a smaller separation radius first.
  for (int round = 0; round < 2; ++round) {
    const Values present = values_;
    for (const auto& [key, value] : present) {
      if (key != "boids" && key != "preset") reset(key);
    }
    if (differing() == 0) break;
  }
  if (differing() == 0) view_.message = "all values as they came";
}

std::pair<double, double> PanelModel::span(const Control& control) const {
  const std::vector<double> now = numbers(control.key);
  const auto start = start_values_.find(control.key);
  const std::vector<double> first = start == start_values_.end() ? now : numbers_of(start->second);
  double low = 0.0, high = control.slider.high, largest = 0.0;
  for (const double value : first) largest = std::max(largest, std::abs(value));
  const auto& size = flight_.scenario().world.size;
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
      high = flight_.scenario().rules.max_speed;
      low = -high;
      break;
  }
  for (const double value : now) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low, high};
}

namespace {

/// The rules of each preset as one TOML table.
const std::map<std::string, std::string>& rules_of_presets() {
  static const std::map<std::string, std::string> rules = [] {
    std::map<std::string, std::string> texts;
    for (const std::string& name : preset_names())
      texts[name] = rules_text(ScenarioSource::from_preset(name).scenario());
    return texts;
  }();
  return rules;
}

}  // namespace

std::string PanelModel::rules_of() const {
  const std::string now = rules_text(flight_.scenario());
  const auto& all = rules_of_presets();
  const auto own = all.find(flight_.scenario().preset);
  if (own != all.end() && own->second == now) return own->first;
  for (const std::string& name : preset_names()) {
    if (all.at(name) == now) return name;
  }
  return "";
}

void PanelModel::take_rules(const std::string& preset) {
  if (post({.kind = EventKind::kSet, .key = "rules", .value = rules_of_presets().at(preset)}))
    view_.message = fmt::format("the rules of {}; R restarts", preset);
}

bool PanelModel::table_on(const std::string& table) const {
  const auto next = values_.lower_bound(table + ".");
  return next != values_.end() && next->first.starts_with(table + ".");
}

void PanelModel::switch_table(const std::string& table, bool on) {
  if (on == table_on(table)) return;
  // A terrain needs a hill or an image.
  const std::string key = table == "terrain.hill" && !on ? "terrain" : table;
  post(
      {.kind = EventKind::kSet, .key = key, .value = on ? behaviour_default(table, flight_.scenario()) : ""});
}

void PanelModel::add_obstacle(const std::vector<double>& at) {
  const std::string text = obstacle_default(flight_.scenario(), at);
  post({.kind = EventKind::kSet, .key = fmt::format("obstacle[{}]", obstacles()), .value = text});
}

void PanelModel::add_predator() {
  const std::string text = predator_default(flight_.scenario());
  post({.kind = EventKind::kSet, .key = fmt::format("predator[{}]", predators()), .value = text});
}

void PanelModel::remove_last(const std::string& array) {
  const size_t count = array == "obstacle" ? obstacles() : predators();
  if (count > 0) remove(array, count - 1);
}

void PanelModel::remove(const std::string& array, size_t index) {
  const size_t count = array == "obstacle" ? obstacles() : predators();
  const std::string key = count > 1 ? fmt::format("{}[{}]", array, index) : array;  // no empty arrays
  post({.kind = EventKind::kSet, .key = key, .value = ""});
}

std::vector<std::vector<double>> PanelModel::goal_places() const {
  const auto& goal = flight_.scenario().goal;
  return goal ? goal->path : std::vector<std::vector<double>>{};
}

void PanelModel::set_goal_places(const std::vector<std::vector<double>>& places) {
  std::string text;
  for (const auto& place : places) text += (text.empty() ? "" : ", ") + place_text(place);
  set("goal.path", "[" + text + "]");
}

void PanelModel::add_boids(int64_t count) {
  const Scenario& scenario = flight_.scenario();
  const int64_t boids = flight_.count() + count;
  const BackendKind* const backend = find_backend(flight_.backend_name());
  if (backend && backend->all_pairs && boids > kMostAllPairsBoids) {
    view_.message = fmt::format(
        "{} boids are too many for the {}, which tests all pairs: choose another "
        "backend first",
        boids, backend->name);
    return;
  }
  const double pairs = static_cast<double>(boids) * neighbours_when_spread(scenario, boids);
  if (pairs > kMostPairs) {
    view_.message = fmt::format(
        "{} boids have no room here: each would have about {:.0f} neighbours, and a step take long; choose a "
        "larger world or a smaller radius",
        boids, neighbours_when_spread(scenario, boids));
    return;
  }
  try {
    check_memory(boids, scenario.dimensions());
  } catch (const RunError& error) {
    view_.message = error.what();
    return;
  }
  const int64_t places = std::clamp<int64_t>(count / kBoidsPerCloud, 1, kMostClouds);
  const auto axes = static_cast<size_t>(scenario.dimensions());
  for (int64_t k = 0; k < places; ++k) {
    ++places_used_;
    Event event{.kind = EventKind::kAdd, .count = count / places + (k < count % places ? 1 : 0)};
    for (size_t axis = 0; axis < axes; ++axis) {
      const double share = 0.5 + static_cast<double>(places_used_) * kSpread[axes - 2][axis];
      event.at.push_back((share - std::floor(share)) * flight_.scenario().world.size[axis]);
    }
    if (event.count > 1) event.radius = controls_.cloud_radius(event.count);
    if (!post(std::move(event))) return;
  }
  view_.message = fmt::format("{} boids more", count);
}

void PanelModel::remove_boids(int64_t count) {
  count = std::min(count, flight_.count());
  if (count > 0 && post({.kind = EventKind::kRemove, .count = count}))
    view_.message = fmt::format("{} boids fewer", count);
}

void PanelModel::set_boids(int64_t count) {
  const int64_t more = std::max<int64_t>(count, 0) - flight_.count();
  if (more > 0) add_boids(more);
  if (more < 0) remove_boids(-more);
}

}  // namespace murmur
