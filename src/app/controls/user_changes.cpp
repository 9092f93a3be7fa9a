#include "app/controls/user_changes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "render/panel/widgets.h"
#include "render/scene/complete_look.h"
#include "sim/scenario/source.h"
#include "sim/scenario/species.h"
#include "sim/scenario/write.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kSlowFlock = 200.0;  // step time from which on the user is asked [ms]
constexpr std::string_view kView = "view.";
constexpr size_t kLongestShown = 80;  // letters of a value in a notice

/// Values of the look in the form of key_values().
KeyValues look_values(const Look& look) {
  KeyValues values;
  for (const Entry& entry : entries_of(look))
    values[std::string(kView) + entry.field.key] = SetValue(entry_text(entry));
  return values;
}

void set_values(ValueHistory::Act& act, const KeyValues& before, const KeyValues& after) {
  act.before = difference(after, before);
  act.after = difference(before, after);
}

}  // namespace

/// The last act in the past that a new act keeps. An act that waits in the queue has discarded the later ones already.
ValueHistory::Past UserChanges::past() const {
  const RunReach& reach = run_.reach();
  const bool waits = run_.has_events() && cut_at_ == reach.last_act;
  return reach.in_past && !waits ? ValueHistory::Past(reach.last_act) : std::nullopt;
}

bool UserChanges::send(PostedEvent posted) {
  const std::string key = posted.event.key;
  const int64_t count = posted.event.count;
  ValueHistory::Act act{.last = {.kind = posted.event.kind, .key = key, .tag = posted.tag},
                        .what = act_name_.empty() ? words_of(posted.event) : act_name_};
  // A change of the cursor while a mouse button is down is no act on a value.
  const bool pointer = table_of(key).table == "cursor" && posted.tag.press != 0;
  const bool value = act.last.kind == EventKind::kSet && !pointer;
  const ValueHistory::Past past = this->past();
  const Scenario before = value ? run_.expected().scenario : Scenario();
  try {
    run_.post(std::move(posted.event), posted.tag);
  } catch (const UserError& error) {
    // The user has just set the value, so the message leaves out kind and step of the event.
    std::string fault = error.what();
    const std::string before_key = fmt::format("set {}: ", key);
    if (const size_t at = fault.find(before_key); !key.empty() && at != std::string::npos)
      fault.erase(0, at + before_key.size());
    if (fault.starts_with(key + ": ")) fault.replace(0, key.size(), words_of_key(key));
    notices_.say(std::move(fault));
    return false;
  }
  if (takes_back_ || key == "cursor.at") return true;  // the pointer moves in every frame
  if (past) cut_at_ = *past;
  if (act.last.kind == EventKind::kAdd) act.boids = count;
  if (act.last.kind == EventKind::kRemove) act.boids = -count;
  if (pointer) act.what = "what the pointer did";
  const Scenario& now = run_.expected().scenario;
  // The removal of a species changes its boids for good, so undo must go back in time.
  act.travels = !value || loses_species(before, now);
  if (value) set_values(act, key_values(before), key_values(now));
  acts_.note(std::move(act), past);
  return true;
}

void UserChanges::note_look_change(const Look& before) {
  ValueHistory::Act act{.last = {.tag = tag_}, .what = {}};
  set_values(act, look_values(before), look_values(settings_.look));
  if (act.after.empty()) return;
  act.last.key = act.after.begin()->first;
  act.what = words_of_key(act.last.key);
  acts_.note(std::move(act));
}

void UserChanges::set_look(const Event& event) {
  const LookOptions one =
      read_look(fmt::format("{} = {}", event.key.substr(kView.size()), event.value.text()));
  copy_given(one, settings_.look);
  settings_.look = complete_look(settings_.look, has_species(run_.expected().scenario));
}

void UserChanges::take_back(bool again) {
  KeyValues now = look_values(settings_.look);
  now.merge(key_values(run_.expected().scenario));
  const ValueHistory::UndoStep step =
      again ? acts_.redo_step(now, tag_.frame, past()) : acts_.undo_step(now, past());
  std::string said;
  for (const std::string& one : step.passed_over)
    said += fmt::format("{}{}", said.empty() ? "; passed over, changed since: " : ", ", one);
  if (step.act) {
    run_.ask(job::TakeBack{.act = *step.act, .again = again, .what = step.what + said});
    return;
  }
  if (step.events.empty()) {
    notices_.say(fmt::format("there is nothing to {}{}", again ? "make again" : "take back", said));
    return;
  }
  takes_back_ = true;
  const bool sent = std::ranges::all_of(step.events, [this](const Event& event) {
    if (!event.key.starts_with(kView)) return post(event);
    set_look(event);
    return true;
  });
  takes_back_ = false;
  if (!sent) return;
  const Event& last = step.events.back();
  const std::string name = words_of_key(last.key), &value = last.value.text();
  notices_.say(
      (value.empty()
           ? name + (last.key.ends_with(']') || find_table_array(last.key) ? " is gone" : " is off again")
       : value.size() > kLongestShown || value.front() == '{' ? fmt::format("{} as before", name)
                                                              : fmt::format("{} = {} again", name, value)) +
      said);
}

bool UserChanges::send_now(Event event) {
  if (run_.is_replay()) {
    notices_.say("this is a replay: what happens to the flock is in the log");
    return false;
  }
  return send({.event = std::move(event), .tag = tag_});
}

bool UserChanges::post(Event event) {
  const bool asks = asks_first(event, command::Post{{event, tag_}});
  return !asks && send_now(std::move(event));
}

/// Asks before an event that makes steps far slower: a radius with a typing error, ten times too large, makes all
/// boids neighbours of each other.
bool UserChanges::asks_first(const Event& event, WindowCommand act) {
  const bool adds = event.kind == EventKind::kAdd, preset = event.kind == EventKind::kPreset;
  if (run_.is_replay() || (event.kind != EventKind::kSet && !adds && !preset)) return false;
  const auto& [now, boids] = run_.expected();
  StepCost cost;
  try {
    // A brush adds boids with each stroke and does not change the scenario.
    if (adds)
      cost = cost_of_change(cost_, now, boids, now, boids + event.count);
    else if (preset)
      cost = cost_of_change(cost_, now, boids, ScenarioSource::from_preset(event.preset).scenario(),
                            usual_boids(event.preset), true);
    else
      cost = cost_of_change(cost_, now, boids, run_.after(event).scenario(), boids);
  } catch (const UserError&) {
    return false;  // the event is refused when it is posted, with a notice
  }
  if (!(adds || preset ? cost.needs_confirmation(kSlowFlock) : cost.needs_confirmation())) return false;
  const std::string change =
      adds     ? fmt::format("{} boids more make", grouped(event.count))
      : preset ? fmt::format("{} boids of {} make", grouped(usual_boids(event.preset)), event.preset)
               : fmt::format("{} = {} makes", words_of_key(event.key), event.value.text());
  notices_.ask({.text = fmt::format("{} a step about {} times slower: about {} each.", change,
                                    grouped(std::llround(cost.factor)), duration_text(cost.ms)),
                .yes = adds     ? "Add them"
                       : preset ? "Begin it"
                                : "Set it",
                .no = "Cancel",
                .act = std::move(act)});
  return true;
}

void UserChanges::answer(bool yes) {
  const auto question = std::exchange(notices_.question(), std::nullopt);
  if (question && yes) commands_.push_back(question->act);
}

bool UserChanges::set_radius(double radius) {
  const bool shrinks = radius > 0.0 && run_.expected().scenario.rules.separation_radius > radius;
  if (!shrinks) return set("rules.radius", radius);
  return set("rules", SetValue::table({{"radius", radius}, {"separation_radius", radius}}));
}

bool UserChanges::add(const TableArray& array, const std::vector<double>& at) {
  const Scenario& now = run_.expected().scenario;
  return set(fmt::format("{}[{}]", array.group.table, table_count(now, array.group.table)),
             array.fresh(now, at));
}

bool UserChanges::remove(const TableArray& array, size_t index) {
  const std::string& key = array.group.table;
  const bool last = table_count(run_.expected().scenario, key) <= 1;
  return set(last ? key : fmt::format("{}[{}]", key, index), SetValue());  // no empty arrays
}

int64_t UserChanges::usual_boids(const std::string& preset) const {
  return preset == first_preset_ ? first_boids_ : ScenarioSource::from_preset(preset).scenario().boids;
}

double UserChanges::cloud_radius(int64_t boids) const {
  const Scenario& scenario = run_.expected().scenario;
  const double spread = neighbours_when_spread(scenario, run_.expected().boids);
  const double neighbours = std::max(cost_.neighbours > 0.0 ? cost_.neighbours : spread, 1.0);
  const double share = static_cast<double>(boids) / (neighbours + 1.0);
  const double radius = scenario.rules.radius * std::pow(share, 1.0 / scenario.dimensions());
  return std::min(radius, 0.5 * *std::ranges::min_element(scenario.world.size));
}

}  // namespace murmur
