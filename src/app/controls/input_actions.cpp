// The actions of keys and buttons on the flock and the window; input_keys.cpp has the table of keys.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/controls/input_keys.h"
#include "app/controls/surprise.h"
#include "app/controls/value_history.h"
#include "app/options/gallery_list.h"
#include "render/panel/widgets.h"
#include "sim/editing/behaviour_defaults.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

/// Step of the neighbour radius for keys: 5, or as much less as suits a small world [world units].
double radius_step(const Scenario& scenario) {
  const double most = *std::ranges::min_element(scenario.world.size) / 20.0;
  for (double step = 5.0; step > 1e-9; step *= 0.1) {
    for (const double part : {1.0, 0.4, 0.2})  // factors for 5, 2, 1
      if (part * step <= most) return part * step;
  }
  return most;
}

constexpr int64_t kGustSteps = 30, kStartleSteps = 60, kLongStartleSteps = 160, kBoidsToDrawFor = 4000;
constexpr double kGustShare = 0.05;  // share of the maximum speed that a gust adds in each step

}  // namespace

void KeyActions::change_radius(int steps) {
  const Scenario& scenario = run_.expected().scenario;
  const double radius = std::round(1e9 * (scenario.rules.radius + steps * radius_step(scenario))) / 1e9;
  if (changes_.set_radius(radius)) notices_.say(fmt::format("neighbour radius {}", radius));
}

void KeyActions::startle() {
  const Scenario& now = run_.expected().scenario;  // with accelerations boids part slowly
  const int64_t steps = adds_accelerations(now) ? kLongStartleSteps : kStartleSteps;
  if (changes_.post({.kind = EventKind::kStartle, .steps = steps}))
    notices_.say(fmt::format("startled: boids fly apart for {} steps; Ctrl + Z takes it back", steps));
}

void KeyActions::gust() {
  const double strength = kGustShare * run_.expected().scenario.rules.max_speed;
  if (changes_.post({.kind = EventKind::kGust, .strength = strength, .steps = kGustSteps}))
    notices_.say(fmt::format("a gust of wind for {} steps; Ctrl + Z takes it back", kGustSteps));
}

/// Changes the number of boids before a restart, which spreads them, so that the positions of new boids do not matter.
void KeyActions::change_count(int64_t boids) {
  const int64_t more = boids - run_.expected().boids;
  if (more < 0) changes_.send_now({.kind = EventKind::kRemove, .count = -more});
  if (more <= 0) return;
  std::vector<double> middle = run_.expected().scenario.world.size;
  for (double& coordinate : middle) coordinate *= 0.5;
  changes_.send_now({.kind = EventKind::kAdd, .at = std::move(middle), .count = more});
}

/// Takes the last act back. In a flock without acts, the opening of the flock is the last one.
void KeyActions::take_back() {
  if (changes_.can_take_back() || settings_.flock_before.empty()) return changes_.take_back(false);
  commands_.emplace_back(command::Open{settings_.flock_before});
}

/// Restarts the flock with its present number of boids, or, if there are none, with the number of the scenario.
void KeyActions::restart() {
  if (run_.expected().boids == 0) change_count(run_.expected().scenario.boids);
  changes_.post({.kind = EventKind::kRestart});
}

void KeyActions::next_preset() {
  std::vector<std::string> names;
  for (const GalleryEntry& entry : gallery_entries())
    if (entry.preset) names.push_back(entry.name);
  const auto here = static_cast<size_t>(
      std::find(names.begin(), names.end(), run_.expected().scenario.preset) - names.begin());
  const size_t next = here + 1 < names.size() ? here + 1 : 0;
  choose_preset(names[next], false, fmt::format(" ({} of {})", next + 1, names.size()));
}

/// Chooses a preset. The number of boids is changed first, because the preset spreads the boids.
void KeyActions::choose_preset(const std::string& name, bool sure, const std::string& place) {
  const int64_t usual = changes_.usual_boids(name), before = run_.expected().boids;
  const Event preset{.kind = EventKind::kPreset, .preset = name};
  if (!sure && changes_.asks_first(preset, command::ChoosePreset{name})) return;
  change_count(usual);
  if (!changes_.send_now(preset)) return;
  const int64_t more = std::max(before, settings_.offered_boids);
  settings_.offered_boids = more > usual ? more : 0;
  notices_.say(
      fmt::format("{}{}, {} boids: {}", gallery_title(name), place, grouped(usual), preset_summary(name)));
}

void KeyActions::surprise() {
  replace_flock(random_flock(random_), "A surprise");
  notices_.say("a flock at random: X draws another one, Ctrl + Z brings the last one back");
}

void KeyActions::begin_drawing() {
  const ScenarioOverrides flocks{.boids = kBoidsToDrawFor,
                                 .set = {{"view", "{ trails = 12.0, glow = true }"}}};
  replace_flock(gallery_source(gallery_entry("murmuration"), flocks).scenario(), "Flocks for a wall");
  tools_.choose(Tool::kWall);
  notices_.say("drag in the picture: the flocks fly around your wall");
}

/// Changes the flock into one of `scenario`, as one act: chooses the default preset, sets the values that differ from it, and restarts.
void KeyActions::replace_flock(const Scenario& scenario, const std::string& title) {
  const KeyValues wanted = key_values(scenario);
  settings_.tool = Tool::kAttract;  // the wall tool would not suit the new flock
  changes_.name_act(title);
  change_count(scenario.boids);
  if (!changes_.send_now({.kind = EventKind::kPreset, .preset = preset_names().front()}))
    return changes_.name_act({});
  const KeyValues now = key_values(run_.expected().scenario);
  KeyValues changed = difference(now, wanted);
  for (const char* const key : {"boids", "preset"}) changed.erase(key);
  for (Event& event : events_to(now, changed)) changes_.send_now(std::move(event));
  settings_.begun = title;
  changes_.send_now({.kind = EventKind::kRestart});
  changes_.name_act({});
}

/// Hides the panel, then the text; then shows both again.
void KeyActions::hide() {
  if (std::exchange(settings_.panel_waits, false) && !settings_.show_panel) {
    settings_.show_panel = settings_.show_text = true;
  } else if (settings_.show_panel) {
    settings_.show_panel = false;
  } else {
    settings_.show_text = !settings_.show_text;
    settings_.show_panel = settings_.show_text;
  }
}

void KeyActions::change_pace(double factor) {
  const Look before = settings_.look;
  double& pace = settings_.look.steps_per_second;
  pace = std::clamp(pace * factor, kPace.low, kPace.high);
  changes_.note_look_change(before);
  notices_.say(fmt::format("{:.4g} steps per second", pace));
}

/// Answers the open question with yes, unless no picture has shown it yet.
void KeyActions::confirm() {
  if (notices_.question() && notices_.question()->shown) changes_.answer(true);
}

/// Closes what was opened last, but never the program: a menu may just have closed by itself.
void KeyActions::escape() {
  if (notices_.question()) {
    changes_.answer(false);
  } else if (settings_.menu != ViewMenu::kNone) {
    settings_.menu = ViewMenu::kNone;
  } else if (settings_.show_help) {
    settings_.show_help = false;
  } else if (run_.seeking()) {
    run_.cancel();
  } else if (!notices_.close() && settings_.chosen) {
    settings_.chosen.reset();
    notices_.say("the camera no longer follows");
  }
}

void KeyActions::toggle(ViewMenu menu) {
  settings_.menu = settings_.menu == menu ? ViewMenu::kNone : menu;
  settings_.saves_more = false;
}

/// Opens the menu Save. A question about a loss is closed first; any other question must be answered first.
void KeyActions::save() {
  if (!notices_.question()) return toggle(ViewMenu::kSave);
  if (!notices_.question()->saves) return;
  changes_.answer(false);
  toggle(ViewMenu::kSave);
}

void KeyActions::toggle_orbit() {
  if (camera_.dimensions() == 2) {
    notices_.say("the camera goes around worlds of three dimensions only");
    return;
  }
  settings_.orbiting = !settings_.orbiting;
}

/// Goes to the next step; in the past, to the next recorded step.
void KeyActions::step_forward() {
  if (run_.reach().in_past || run_.seen_step() != run_.step_number()) {
    run_.seek(run_.seen_step() + 1);
    return;
  }
  settings_.paused = true;
  commands_.emplace_back(command::SingleStep{});
}

}  // namespace murmur
