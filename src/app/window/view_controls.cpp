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
constexpr double kChoosePixels = 24.0;  // largest distance of a click from its boid
constexpr double kZoomPerNotch = 1.2;
constexpr double kScatterStrength = 0.1;
constexpr double kScatterReach = 13.0;  // of a scatter in a large flock [R]
constexpr double kMostAdded = 64.0;     // of a brush, times the usual number
constexpr double kRadiusStep = 5.0;     // [world units]
constexpr int64_t kGustSteps = 30, kStartleSteps = 60;
constexpr double kGustShare = 0.05;     // of the maximum speed, added each step
constexpr double kMostCrowded = 100.0;  // most neighbours in R at a uniform start of the next preset

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

/// A radius with a zero too many makes all boids neighbours of each other.
bool ViewControls::ask_first(const Event& event) {
  if (event.kind != EventKind::kSet) return false;
  const Scenario& now = flight_.scenario();
  StepCost cost;
  try {
    cost = cost_of_change(view_.cost, now, flight_.count(), flight_.after(event).scenario(), flight_.count());
  } catch (const UserError&) {
    return false;  // the event is rejected later, with a message
  }
  if (!cost.asks()) return false;
  view_.question =
      Question{.text = fmt::format("{} = {} makes a step about {:.0f} times slower: about {} each.",
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

bool ViewControls::in_world(const std::vector<double>& place) {
  const auto& size = flight_.scenario().world.size;
  for (size_t k = 0; k < std::min(place.size(), size.size()); ++k) {
    if (place[k] >= 0.0 && place[k] < size[k]) continue;
    view_.message = "that is outside the world";
    return false;
  }
  return true;
}

double ViewControls::reach() const {
  const Scenario& scenario = flight_.scenario();
  switch (view_.tool) {
    case Tool::kAdd:
      return added_at_once() > 1 ? cloud_radius(added_at_once()) : 0.0;
    case Tool::kScatter:
      if (large_flocks()) return kScatterReach * scenario.rules.radius * view_.brush;
      return view_.brush == 1.0 ? 0.0 : 2.0 * scenario.rules.radius * view_.brush;
    case Tool::kAttract:
    case Tool::kFlee:
      return scenario.cursor ? scenario.cursor->radius : 2.0 * scenario.rules.radius;
    default:
      return 0.0;
  }
}

double ViewControls::cloud_radius(int64_t boids) const {
  const Scenario& scenario = flight_.scenario();
  const double spread = neighbours_when_spread(scenario, flight_.count());
  const double neighbours = std::max(view_.cost.neighbours > 0.0 ? view_.cost.neighbours : spread, 1.0);
  const double share = static_cast<double>(boids) / (neighbours + 1.0);
  const double radius = scenario.rules.radius * std::pow(share, 1.0 / scenario.dimensions());
  return std::min(radius, 0.5 * *std::ranges::min_element(scenario.world.size));
}

/// A brush of twice the size adds a cloud of twice the radius.
int64_t ViewControls::added_at_once() const {
  const int64_t usual = large_flocks() ? 100 : 1;
  const double brush = std::min(std::pow(view_.brush, flight_.scenario().dimensions()), kMostAdded);
  return std::max<int64_t>(std::llround(static_cast<double>(usual) * brush), 1);
}

void ViewControls::add_at(double x, double y) {
  Event event{.kind = EventKind::kAdd, .at = camera_.place_at(x, y), .count = added_at_once()};
  if (event.count > 1) event.radius = cloud_radius(event.count);
  if (in_world(event.at)) post(std::move(event));
}

void ViewControls::scatter_at(double x, double y) {
  Event event{.kind = EventKind::kScatter, .at = camera_.place_at(x, y), .strength = kScatterStrength};
  const Tool tool = std::exchange(view_.tool, Tool::kScatter);  // the right button scatters with any tool
  if (const double radius = reach(); radius > 0.0) event.radius = radius;
  view_.tool = tool;
  if (in_world(event.at)) post(std::move(event));
}

void ViewControls::choose_tool(Tool tool) {
  view_.tool = tool;
  view_.message = fmt::format("the left button: {}", kToolNames[static_cast<size_t>(tool)]);
}

/// The pointer pulls or pushes while the button is down.
void ViewControls::hold_cursor(CursorMode mode) {
  if (!flight_.scenario().cursor && !post({.kind = EventKind::kSet,
                                           .key = "cursor",
                                           .value = behaviour_default("cursor", flight_.scenario())}))
    return;
  const std::string word(word_of(kModeWords, mode));
  if (!post({.kind = EventKind::kSet, .key = "cursor.mode", .value = toml_string(word)})) return;
  drag_ = Drag::kCursor;
  pointer_moved_ = true;
}

/// The obstacle there is; where there is none, a new one.
void ViewControls::grab_obstacle(const std::vector<double>& at) {
  const auto& obstacles = flight_.scenario().obstacles;
  for (size_t k = 0; k < obstacles.size(); ++k) {
    double square = 0.0;
    for (size_t axis = 0; axis < at.size(); ++axis)
      square += (at[axis] - obstacles[k].at[axis]) * (at[axis] - obstacles[k].at[axis]);
    if (square > obstacles[k].radius * obstacles[k].radius) continue;
    drag_ = Drag::kObstacle;
    dragged_ = k;
    return;
  }
  const size_t next = obstacles.size();
  if (!post({.kind = EventKind::kSet,
             .key = fmt::format("obstacle[{}]", next),
             .value = obstacle_default(flight_.scenario(), at)}))
    return;
  drag_ = Drag::kObstacle;
  dragged_ = next;
}

/// Once per frame: obstacle or goal follows the pointer.
void ViewControls::drag_thing() {
  const std::vector<double> at = camera_.place_at(pointer_x_, pointer_y_);
  if (!in_world(at)) return;
  if (drag_ == Drag::kObstacle && dragged_ < flight_.scenario().obstacles.size())
    post({.kind = EventKind::kSet, .key = fmt::format("obstacle[{}].at", dragged_), .value = place_text(at)});
  if (drag_ == Drag::kGoal && flight_.scenario().goal)
    post({.kind = EventKind::kSet, .key = "goal.path", .value = "[" + place_text(at) + "]"});
}

void ViewControls::release() {
  if (drag_ == Drag::kCursor) post({.kind = EventKind::kSet, .key = "cursor.mode", .value = "\"none\""});
  drag_ = Drag::kNone;
}

void ViewControls::use_tool(double x, double y) {
  const std::vector<double> at = camera_.place_at(x, y);
  if (view_.tool != Tool::kFollow && view_.tool != Tool::kAdd && !in_world(at)) return;
  switch (view_.tool) {
    case Tool::kAdd:
      drag_ = Drag::kPaint;
      add_at(x, y);
      break;
    case Tool::kScatter:
      scatter_at(x, y);
      break;
    case Tool::kAttract:
      hold_cursor(CursorMode::kAttract);
      break;
    case Tool::kFlee:
      hold_cursor(CursorMode::kFlee);
      break;
    case Tool::kObstacle:
      grab_obstacle(at);
      break;
    case Tool::kPredator:
      if (post({.kind = EventKind::kSet,
                .key = fmt::format("predator[{}]", flight_.scenario().predators.size()),
                .value = predator_default(flight_.scenario())}))
        view_.message = "a predator more; it starts at a place of its own";
      break;
    case Tool::kGoal:
      if (!flight_.scenario().goal && !post({.kind = EventKind::kSet,
                                             .key = "goal",
                                             .value = behaviour_default("goal", flight_.scenario())}))
        break;
      if (post({.kind = EventKind::kSet, .key = "goal.path", .value = "[" + place_text(at) + "]"}))
        drag_ = Drag::kGoal;
      break;
    case Tool::kFollow:
      choose_at(x, y);
      break;
  }
}

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

void ViewControls::end_input() {
  const bool moved = std::exchange(pointer_moved_, false);
  if (moved && (drag_ == Drag::kObstacle || drag_ == Drag::kGoal)) drag_thing();
  if (!moved || !cursor_on() || view_.replay) return;
  post({.kind = EventKind::kSet,
        .key = "cursor.at",
        .value = place_text(camera_.place_at(pointer_x_, pointer_y_))});
}

/// A restart follows at once and spreads the new boids, so their place does not matter.
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
  // 100,000 boids in a world for a hundred would all be neighbours, and one step would take minutes.
  const int64_t boids = flight_.count(), usual = ScenarioSource::from_preset(name).scenario().boids;
  const double neighbours =
      std::min(neighbours_when_spread(flight_.scenario(), boids), static_cast<double>(boids - 1));
  if (usual >= boids || neighbours <= kMostCrowded) return;
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
    use_tool(x_, y_);
  } else {
    scatter_at(x_, y_);
  }
}

/// All, then only the text, then only the flock.
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
  if (character >= '1' && character < '1' + kToolNames.size()) {
    choose_tool(static_cast<Tool>(character - '1'));
    return;
  }
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
  // A release ends a drag even over a control; F keys are not text input.
  if (blocked && input.kind != Kind::kRelease && input.kind != Kind::kKey) return;
  if (blocked && (input.key == Key::kEscape || input.key == Key::kEnter)) return;  // ends the text input
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
      release();
      break;
    case Kind::kMove:
      move(input);
      break;
    case Kind::kScroll:
      if (input.control) {
        view_.brush = std::clamp(view_.brush * std::pow(kZoomPerNotch, input.scroll), 0.2, 8.0);
        view_.message = fmt::format("brush {:.1f} x", view_.brush);
        break;
      }
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
