// Changes of the panel to the flock as a whole: rules of presets, behaviours, obstacles, predators, places of goals and numbers of boids.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "app/controls/scenario_editor.h"
#include "app/live/backend_catalog.h"
#include "app/options/common_options.h"
#include "sim/editing/behaviour_defaults.h"
#include "sim/machine/registry.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/scenario/write.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr int64_t kMostClouds = 1000;     // limit of clouds in one act
constexpr int64_t kBoidsPerCloud = 1000;  // boids in a cloud
constexpr double kMostPairs = 3e9;        // limit of pairs in a step: a few seconds on a small machine

/// Multiples of these numbers, modulo 1, are spread evenly (from the roots of x^(D+1) = x + 1: Roberts' sequence).
constexpr double kSpread[2][3] = {{0.7548776662466927, 0.5698402909980532, 0.0},
                                  {0.8191725133961645, 0.6710436067037893, 0.5497004779019703}};

/// The rules of each preset, as one table.
const std::map<std::string, SetValue>& rules_of_presets() {
  static const std::map<std::string, SetValue> rules = [] {
    std::map<std::string, SetValue> tables;
    for (const std::string& name : preset_names())
      tables[name] = rules_text(ScenarioSource::from_preset(name).scenario());
    return tables;
  }();
  return rules;
}

bool one_is_on(const std::array<double, kRuleNames.size()>& weights) {
  return std::ranges::count(weights, 0.0) == static_cast<int>(weights.size()) - 1;
}

}  // namespace

std::string ScenarioEditor::rules_of() const {
  const std::string now = rules_text(run_.expected().scenario);
  const auto& all = rules_of_presets();
  const auto own = all.find(run_.expected().scenario.preset);
  if (own != all.end() && own->second.text() == now) return own->first;
  for (const std::string& name : preset_names()) {
    if (all.at(name).text() == now) return name;
  }
  return "";
}

void ScenarioEditor::take_rules(const std::string& preset) {
  if (post({.kind = EventKind::kSet, .key = "rules", .value = rules_of_presets().at(preset)}))
    notices_.say(fmt::format("the rules of {}; R restarts", preset));
}

ScenarioEditor::Weights ScenarioEditor::weights() const {
  const Scenario::Rules& rules = run_.expected().scenario.rules;
  return {rules.separation.weight, rules.alignment.weight, rules.cohesion.weight};
}

void ScenarioEditor::switch_rule(size_t rule, bool on) {
  set(fmt::format("rules.{}.weight", kRuleNames[rule]), on ? weights_on_[rule] : 0.0);
}

bool ScenarioEditor::rule_alone(size_t rule) const {
  const Weights now = weights();
  return now[rule] != 0.0 && one_is_on(now);
}

/// Switches all other rules off, or on again, with one event, so that one undo takes it back.
void ScenarioEditor::leave_alone(size_t rule, bool on) {
  Weights then = weights_on_;
  if (on) {
    const Weights now = weights();
    if (!one_is_on(now) || !before_alone_) before_alone_ = now;
    for (size_t k = 0; k < then.size(); ++k) then[k] = k == rule ? weights_on_[k] : 0.0;
    notices_.say(fmt::format("{} alone; Solo again, or Ctrl + Z, brings the others back", kRuleNames[rule]));
  } else if (before_alone_) {
    then = *std::exchange(before_alone_, std::nullopt);
  }
  const auto weight = [&](size_t k) { return SetValue::table({{"weight", then[k]}}); };
  post({.kind = EventKind::kSet,
        .key = "rules",
        .value = SetValue::table(
            {{kRuleNames[0], weight(0)}, {kRuleNames[1], weight(1)}, {kRuleNames[2], weight(2)}})});
}

bool ScenarioEditor::table_on(const std::string& table) const {
  const auto next = values_.lower_bound(table + ".");
  return next != values_.end() && next->first.starts_with(table + ".");
}

void ScenarioEditor::switch_table(const std::string& table, bool on) {
  if (on == table_on(table)) return;
  // A terrain needs a hill or an image, so the last hill is removed together with the terrain.
  const std::string key = table == "terrain.hill" && !on ? "terrain" : table;
  post({.kind = EventKind::kSet,
        .key = key,
        .value = on ? behaviour_default(table, run_.expected().scenario) : SetValue()});
}

void ScenarioEditor::add(const TableArray& array, const std::vector<double>& at) {
  if (changes_.add(array, at)) read();
}

void ScenarioEditor::remove(const TableArray& array, size_t index) {
  if (changes_.remove(array, index)) read();
}

void ScenarioEditor::add_boids(int64_t count, bool sure) {
  const Scenario& scenario = run_.expected().scenario;
  const int64_t boids = run_.expected().boids + count;
  const BackendKind* const backend = find_backend(run_.backend());
  if (backend && backend->all_pairs && boids > kMostAllPairsBoids) {
    notices_.say(
        fmt::format("{} boids are too many for the {}, which tests all pairs: choose another "
                    "backend first",
                    boids, backend->name));
    return;
  }
  const double pairs = static_cast<double>(boids) * neighbours_when_spread(scenario, boids);
  if (pairs > kMostPairs) {
    notices_.say(fmt::format(
        "{} boids have no room here: each would have about {:.0f} neighbours, and a step take long; choose a "
        "larger world or a smaller radius",
        boids, neighbours_when_spread(scenario, boids)));
    return;
  }
  try {
    check_memory(boids, scenario.dimensions());
  } catch (const RunError& error) {
    notices_.say(error.what());
    return;
  }
  const Event all{
      .kind = EventKind::kAdd, .at = std::vector(scenario.world.size.size(), 0.0), .count = count};
  if (!sure && changes_.asks_first(all, command::AddBoids{count})) return;
  const int64_t places = std::clamp<int64_t>(count / kBoidsPerCloud, 1, kMostClouds);
  const auto axes = static_cast<size_t>(scenario.dimensions());
  for (int64_t k = 0; k < places; ++k) {
    ++places_used_;
    Event event{.kind = EventKind::kAdd, .count = count / places + (k < count % places ? 1 : 0)};
    for (size_t axis = 0; axis < axes; ++axis) {
      const double share = 0.5 + static_cast<double>(places_used_) * kSpread[axes - 2][axis];
      event.at.push_back((share - std::floor(share)) * run_.expected().scenario.world.size[axis]);
    }
    if (event.count > 1) event.radius = changes_.cloud_radius(event.count);
    if (!changes_.send_now(std::move(event))) return;
  }
  read();
  notices_.say(fmt::format("{} boids more", count));
}

void ScenarioEditor::remove_boids(int64_t count) {
  count = std::min(count, run_.expected().boids);
  if (count > 0 && post({.kind = EventKind::kRemove, .count = count}))
    notices_.say(fmt::format("{} boids fewer", count));
}

void ScenarioEditor::set_boids(int64_t count) {
  const int64_t more = std::max<int64_t>(count, 0) - run_.expected().boids;
  if (more > 0) add_boids(more);
  if (more < 0) remove_boids(-more);
}

}  // namespace murmur
