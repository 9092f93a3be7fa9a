#include "app/window/view_controls.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/live/behaviour_defaults.h"
#include "app/window/view_boids.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/source.h"
#include "sim/scenario/table_reader.h"
#include "sim/scenario/toml_values.h"
#include "sim/scenario/words.h"
#include "sim/util/errors.h"

namespace murmur {
namespace {

constexpr double kPaintPixels = 12.0;   // between brush strokes of a drag
constexpr double kChoosePixels = 24.0;  // how far from a boid a click may be
constexpr double kZoomPerNotch = 1.2;
constexpr double kScatterStrength = 0.1;
constexpr double kRadiusStep = 5.0;  // [world units]
constexpr int64_t kGustSteps = 30;
constexpr double kGustShare = 0.05;     // of the maximum speed, added each step
constexpr double kMostCrowded = 100.0;  // neighbours in R at a uniform start that a next preset may have

}  // namespace

bool ViewControls::large_flocks() const {
  const Scenario& scenario = flight_.scenario();
  const std::string& preset = scenario.preset;
  if (preset.empty()) return scenario.boids >= 10000;
  return preset == "murmuration" || preset == "benchmark" || preset == "benchmark-3d";
}

bool ViewControls::send(Event event) {
  try {
    flight_.post(std::move(event));
    return true;
  } catch (const UserError& error) {
    view_.message = error.what();
    return false;
  }
}

bool ViewControls::post(Event event) {
  if (view_.replay) {
    view_.message = "this is a replay: what happens to the flock is in the log";
    return false;
  }
  return !ask_first(event) && send(std::move(event));
}

/// A radius with a zero too many makes everybody a neighbour of everybody.
bool ViewControls::ask_first(const Event& event) {
  if (event.kind != EventKind::kSet) return false;
  const Scenario& now = flight_.scenario();
  StepCost cost;
  try {
    cost = cost_of_change(view_.cost, now, flight_.count(), flight_.after(event).scenario(), flight_.count());
  } catch (const UserError&) {
    return false;  // it is refused in a moment, and the user told why
  }
  if (!cost.asks()) return false;
  view_.question =
      Question{.text = fmt::format("{} = {} makes a step about {:.2g} times dearer: about {} each.",
                                   event.key, event.value, cost.factor, duration_text(cost.ms)),
               .yes = "Set it",
               .no = "Leave it",
               .act = [this, event] { send(event); }};
  return true;
}

void ViewControls::answer(bool yes) {
  const auto question = std::exchange(view_.question, std::nullopt);
  if (question && yes) question->act();
}

void ViewControls::choose_at(double x, double y) {
  flight_.when_whole([this, x, y] {
    view_.chosen = nearest_boid(flight_.simulation().state(), camera_, x, y, kChoosePixels);
    if (view_.chosen) view_.message = fmt::format("following boid {}; Esc lets go", *view_.chosen);
  });
}

void ViewControls::add_at(double x, double y) {
  Event event{.kind = EventKind::kAdd, .at = camera_.place_at(x, y)};
  event.count = large_flocks() ? 100 : 1;
  post(std::move(event));
}

void ViewControls::scatter_at(double x, double y) {
  Event event{.kind = EventKind::kScatter, .at = camera_.place_at(x, y), .strength = kScatterStrength};
  if (large_flocks()) event.radius = 13.0 * flight_.scenario().rules.radius;
  post(std::move(event));
}

void ViewControls::change_radius(double by) {
  const double radius = flight_.scenario().rules.radius + by;
  if (post({.kind = EventKind::kSet, .key = "rules.radius", .value = number_text(radius)}))
    view_.message = fmt::format("neighbour radius {}", radius);
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
  if (!cursor) {  // the first time it also gets a reach that suits this flock
    event.key = "cursor";
    event.value = behaviour_default("cursor", flight_.scenario());
  }
  if (!post(std::move(event))) return;
  pointer_moved_ = pointer_x_ >= 0.0;  // it acts where the pointer is, not where it was switched off
  view_.message = next == CursorMode::kNone   ? "the flock ignores the pointer"
                  : next == CursorMode::kFlee ? "the flock flees the pointer"
                                              : "the pointer attracts the flock";
}

void ViewControls::end_input() {
  if (!std::exchange(pointer_moved_, false) || !cursor_on() || view_.replay) return;
  post({.kind = EventKind::kSet,
        .key = "cursor.at",
        .value = place_text(camera_.place_at(pointer_x_, pointer_y_))});
}

/// New boids are meant to be spread by a restart at once, so their place does not matter.
void ViewControls::change_count(int64_t boids) {
  const int64_t more = boids - flight_.count();
  if (more < 0) post({.kind = EventKind::kRemove, .count = -more});
  if (more <= 0) return;
  std::vector<double> middle = flight_.scenario().world.size;
  for (double& coordinate : middle) coordinate *= 0.5;
  post({.kind = EventKind::kAdd, .at = std::move(middle), .count = more});
}

/// A restart spreads the boids there are: where there is none, the scenario's own number comes back.
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
  // 100,000 boids in a world made for a hundred would all be neighbours, and one step take minutes.
  const int64_t boids = flight_.count(), usual = ScenarioSource::from_preset(name).scenario().boids;
  if (usual >= boids || neighbours_when_spread(flight_.scenario(), boids) <= kMostCrowded) return;
  boids_wanted_ = boids;
  change_count(usual);
  view_.message += fmt::format(" ({} boids: its world is too small for {})", usual, boids);
}

void ViewControls::press(const InputEvent& input) {
  x_ = input.x;
  y_ = input.y;
  const bool moves_camera =
      input.button == MouseButton::kMiddle || (input.button == MouseButton::kLeft && input.shift);
  if (moves_camera) {
    drag_ = camera_.dimensions() == 3 && !input.control ? Drag::kOrbit : Drag::kPan;
  } else if (input.button == MouseButton::kLeft && input.control) {
    choose_at(x_, y_);
  } else if (input.button == MouseButton::kLeft) {
    drag_ = Drag::kPaint;
    add_at(x_, y_);
  } else {
    scatter_at(x_, y_);
  }
}

/// All, then the text alone, then nothing but the flock.
void ViewControls::hide() {
  if (view_.show_panel) {
    view_.show_panel = false;
  } else {
    view_.show_text = !view_.show_text;
    view_.show_panel = view_.show_text;
  }
}

void ViewControls::move(const InputEvent& input) {
  const double right = input.x - x_, down = input.y - y_;
  if (drag_ == Drag::kPaint) {
    const double length = std::hypot(right, down);
    const int strokes = static_cast<int>(length / kPaintPixels);
    for (int k = 0; k < strokes; ++k) {
      x_ += right / length * kPaintPixels;
      y_ += down / length * kPaintPixels;
      add_at(x_, y_);
    }
    return;
  }
  if (drag_ == Drag::kPan) camera_.pan(right, down);
  if (drag_ == Drag::kOrbit) camera_.orbit(right, down);
  x_ = input.x;
  y_ = input.y;
}

void ViewControls::character(uint32_t character) {
  const auto faster = [&](double factor) {
    view_.steps_per_second = std::clamp(view_.steps_per_second * factor, 0.9375, 15360.0);
    view_.message = fmt::format("{:.4g} steps per second", view_.steps_per_second);
  };
  switch (character < 128 ? std::tolower(static_cast<int>(character)) : 0) {
    case ' ':
      view_.paused = !view_.paused;
      break;
    case 'n':
      view_.paused = true;
      ++view_.single_steps;
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

void ViewControls::key(Key key) {
  if (view_.question && (key == Key::kEscape || key == Key::kEnter)) {
    answer(key == Key::kEnter);
    return;
  }
  if (key == Key::kEscape && !std::exchange(view_.chosen, std::nullopt)) view_.quit = true;
  if (key == Key::kF1) view_.show_help = !view_.show_help;
  if (key == Key::kF12) view_.screenshot = true;
}

void ViewControls::handle(const InputEvent& input, bool blocked) {
  using Kind = InputEvent::Kind;
  // A release ends a drag even over a control; F keys are no typing.
  if (blocked && input.kind != Kind::kRelease && input.kind != Kind::kKey) return;
  if (blocked && (input.key == Key::kEscape || input.key == Key::kEnter)) return;  // ends the typing
  if (input.kind == Kind::kPress || input.kind == Kind::kMove) {
    pointer_moved_ = pointer_moved_ || input.x != pointer_x_ || input.y != pointer_y_;
    pointer_x_ = input.x;
    pointer_y_ = input.y;
    view_.pointer_x = input.x;
    view_.pointer_y = input.y;
  }
  switch (input.kind) {
    case Kind::kPress:
      press(input);
      break;
    case Kind::kRelease:
      drag_ = Drag::kNone;
      break;
    case Kind::kMove:
      move(input);
      break;
    case Kind::kScroll:
      camera_.zoom(std::pow(kZoomPerNotch, input.scroll), input.x, input.y);
      break;
    case Kind::kCharacter:
      character(input.character);
      break;
    case Kind::kKey:
      key(input.key);
      break;
  }
}

}  // namespace murmur
