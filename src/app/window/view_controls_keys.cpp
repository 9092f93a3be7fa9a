// What the keys do to the flock and to the window.
#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "app/live/behaviour_defaults.h"
#include "app/window/view_controls.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_values.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

constexpr double kRadiusStep = 5.0;  // [world units]
constexpr int64_t kGustSteps = 30, kStartleSteps = 60;
constexpr double kGustShare = 0.05;     // of the maximum speed, added each step
constexpr double kMostCrowded = 100.0;  // most neighbours in R at a uniform start of the next preset

}  // namespace

/// The separation radius shrinks with it, so that it is never the larger.
void ViewControls::change_radius(double by) {
  const Scenario::Rules& rules = flight_.scenario().rules;
  const double radius = rules.radius + by;
  Event event{.kind = EventKind::kSet, .key = "rules.radius", .value = number_text(radius)};
  if (radius > 0.0 && rules.separation_radius > radius) {
    event.key = "rules";
    event.value = fmt::format("{{ radius = {0}, separation_radius = {0} }}", event.value);
  }
  if (post(std::move(event))) view_.message = fmt::format("neighbour radius {}", radius);
}

void ViewControls::startle() {
  if (post({.kind = EventKind::kStartle, .steps = kStartleSteps}))
    view_.message = fmt::format("startled for {} steps", kStartleSteps);
}

void ViewControls::gust() {
  const double strength = kGustShare * flight_.scenario().rules.max_speed;
  if (post({.kind = EventKind::kGust, .strength = strength, .steps = kGustSteps}))
    view_.message = fmt::format("a gust of {} steps", kGustSteps);
}

bool ViewControls::cursor_on() const {
  const auto& cursor = flight_.scenario().cursor;
  return cursor && cursor->mode != CursorMode::kNone;
}

void ViewControls::next_cursor_mode() {
  const auto& cursor = flight_.scenario().cursor;
  const CursorMode now = cursor ? cursor->mode : CursorMode::kNone;
  const CursorMode next = now == CursorMode::kNone   ? CursorMode::kFlee
                          : now == CursorMode::kFlee ? CursorMode::kAttract
                                                     : CursorMode::kNone;
  const std::string word(word_of(kModeWords, next));
  Event event{.kind = EventKind::kSet, .key = "cursor.mode", .value = toml_string(word)};
  if (!cursor) {  // the first time it also gets a radius that suits this flock
    event.key = "cursor";
    event.value = behaviour_default("cursor", flight_.scenario());
  }
  if (!post(std::move(event))) return;
  pointer_moved_ = pointer_x_ >= 0.0;  // it acts at the pointer, not at its last place
  view_.message = next == CursorMode::kNone   ? "the flock ignores the pointer"
                  : next == CursorMode::kFlee ? "the flock flees the pointer"
                                              : "the pointer attracts the flock";
}

/// The place of the new boids does not matter: a restart follows at once and spreads them.
void ViewControls::change_count(int64_t boids) {
  const int64_t more = boids - flight_.count();
  if (more < 0) post({.kind = EventKind::kRemove, .count = -more});
  if (more <= 0) return;
  std::vector<double> middle = flight_.scenario().world.size;
  for (double& coordinate : middle) coordinate *= 0.5;
  post({.kind = EventKind::kAdd, .at = std::move(middle), .count = more});
}

/// A restart spreads the current boids. If there are none, it begins with the number of the scenario.
void ViewControls::restart() {
  if (flight_.count() == 0) change_count(flight_.scenario().boids);
  post({.kind = EventKind::kRestart});
}

void ViewControls::next_preset() {
  const std::vector<std::string> names = preset_names();
  auto here = std::find(names.begin(), names.end(), flight_.scenario().preset);
  choose_preset(here == names.end() || here + 1 == names.end() ? names.front() : *(here + 1));
}

void ViewControls::choose_preset(const std::string& name) {
  if (boids_wanted_) change_count(*boids_wanted_);
  boids_wanted_.reset();
  if (!post({.kind = EventKind::kPreset, .preset = name})) return;
  view_.message = fmt::format("{}: {}", name, preset_summary(name));
  // In a world for a hundred, 100,000 boids would all be neighbours, and one step would take minutes.
  const int64_t boids = flight_.count(), usual = ScenarioSource::from_preset(name).scenario().boids;
  const double neighbours =
      std::min(neighbours_when_spread(flight_.scenario(), boids), static_cast<double>(boids - 1));
  if (usual >= boids || neighbours <= kMostCrowded) return;
  boids_wanted_ = boids;
  change_count(usual);
  view_.message += fmt::format(" ({} boids: its world is too small for {})", usual, boids);
}

/// First the panel, then the text; then both are shown again.
void ViewControls::hide() {
  if (std::exchange(view_.panel_waits, false) && !view_.show_panel) {
    view_.show_panel = view_.show_text = true;
  } else if (view_.show_panel) {
    view_.show_panel = false;
  } else {
    view_.show_text = !view_.show_text;
    view_.show_panel = view_.show_text;
  }
}

void ViewControls::character(uint32_t character) {
  const auto faster = [&](double factor) {
    view_.steps_per_second = std::clamp(view_.steps_per_second * factor, 0.9375, 15360.0);
    view_.message = fmt::format("{:.4g} steps per second", view_.steps_per_second);
  };
  if (character >= '1' && character < '1' + kToolNames.size()) {
    choose_tool(static_cast<Tool>(character - '1'));
    return;
  }
  switch (character < 128 ? std::tolower(static_cast<int>(character)) : 0) {
    case ' ':
      view_.paused = !view_.paused;
      break;
    case 'n':
      step_forward();
      break;
    case 'r':
      restart();
      break;
    case 'p':
      next_preset();
      break;
    case 'b':
      change_radius(kRadiusStep);
      break;
    case 's':
      change_radius(-kRadiusStep);
      break;
    case 'w':
      gust();
      break;
    case 't':
      startle();
      break;
    case 'q':
      view_.quit = true;
      break;
    case 'm':
      next_cursor_mode();
      break;
    case 'c':
      view_.next_backend = true;
      break;
    case 'l':
      view_.frame_log = true;
      break;
    case 'd':
      view_.debug = !view_.debug;
      break;
    case 'f':
      camera_.fit();
      break;
    case 'v':
      camera_.reset();
      view_.orbiting = false;
      break;
    case 'o':
      toggle_orbit();
      break;
    case 'h':
      hide();
      break;
    case '?':
      view_.show_help = !view_.show_help;
      break;
    case '+':
    case '=':
      faster(2.0);
      break;
    case '-':
    case '_':
      faster(0.5);
      break;
    default:
      break;
  }
}

void ViewControls::toggle_orbit() {
  if (camera_.dimensions() == 2) {
    view_.message = "the camera goes around worlds of three dimensions only";
    return;
  }
  view_.orbiting = !view_.orbiting;
}

/// The step that the user means: where the flock is, or is on its way to.
int64_t ViewControls::seen_step() const {
  return view_.seek.value_or(view_.destination.value_or(flight_.step_number()));
}

/// In the past the next step is one that was taken already.
void ViewControls::step_forward() {
  if (view_.in_past || view_.seek || view_.destination) {
    view_.seek = seen_step() + 1;
    return;
  }
  view_.paused = true;
  ++view_.single_steps;
}

void ViewControls::key(Key key) {
  if (view_.question && (key == Key::kEscape || key == Key::kEnter)) {
    if (view_.question->shown || key == Key::kEscape) answer(key == Key::kEnter);
    return;
  }
  if (key == Key::kEscape && view_.menu != ViewMenu::kNone) {
    view_.menu = ViewMenu::kNone;
    return;
  }
  if (key == Key::kEscape && view_.show_help) {
    view_.show_help = false;
    return;
  }
  if (key == Key::kEscape && flight_.on_journey()) {
    flight_.cancel();
    return;
  }
  if (key == Key::kEscape && !std::exchange(view_.chosen, std::nullopt)) view_.quit = true;
  const auto toggle = [this](ViewMenu menu) { view_.menu = view_.menu == menu ? ViewMenu::kNone : menu; };
  if (key == Key::kSave) toggle(ViewMenu::kSave);
  if (key == Key::kF2) toggle(ViewMenu::kGallery);
  if (key == Key::kF11) view_.fullscreen = true;
  if (key == Key::kUndo) ++view_.undo;
  if (key == Key::kRedo) --view_.undo;
  if (key == Key::kLeft) view_.seek = seen_step() - 1;
  if (key == Key::kRight) step_forward();
  if (key == Key::kF1) view_.show_help = !view_.show_help;
  if (key == Key::kF12) view_.screenshot = true;
}

}  // namespace murmur
