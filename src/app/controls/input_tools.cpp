// What the left button does: adds boids, scatters and guides the flock, places and drags obstacles and goals.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/controls/input_mapper.h"
#include "sim/editing/behaviour_defaults.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

constexpr double kScatterStrength = 0.1;
constexpr double kScatterReach = 13.0;  // of a scatter in a large flock [R]
constexpr double kMostAdded = 64.0;     // of a brush, times the usual number
constexpr double kGoalPixels = 14.0;    // around a goal: it is meant
constexpr double kCursorShare = 0.25;   // of the height of the world: how far the pointer acts at first

}  // namespace

bool InputMapper::large_flocks() const {
  const Scenario& scenario = run_.expected().scenario;
  const BuiltIn* const preset = find_preset(scenario.preset);
  return preset ? preset->large : scenario.boids >= 10000;
}

void InputMapper::choose_at(double x, double y) { commands_.emplace_back(command::FollowBoidAt{x, y}); }

bool InputMapper::in_world(const std::vector<double>& place) {
  const auto& size = run_.expected().scenario.world.size;
  for (size_t k = 0; k < std::min(place.size(), size.size()); ++k) {
    if (place[k] >= 0.0 && place[k] < size[k]) continue;
    notices_.say("that is outside the world");
    return false;
  }
  return true;
}

double InputMapper::reach_of(Tool tool) const {
  const Scenario& scenario = run_.expected().scenario;
  switch (tool) {
    case Tool::kAdd:
      return added_at_once() > 1 ? cloud_radius(added_at_once()) : 0.0;
    case Tool::kScatter:
      if (large_flocks()) return kScatterReach * scenario.rules.radius * settings_.brush;
      return settings_.brush == 1.0 ? 0.0 : 2.0 * scenario.rules.radius * settings_.brush;
    case Tool::kAttract:
    case Tool::kFlee:
      return cursor_reach();
    case Tool::kObstacle:  // one that is there would be moved
      return obstacle_at(pointer_x_, pointer_y_) ? 0.0 : obstacle_radius(scenario);
    case Tool::kPredator:
      return Scenario::Predator{}.flee_radius;
    default:
      return 0.0;
  }
}

double InputMapper::cloud_radius(int64_t boids) const {
  const Scenario& scenario = run_.expected().scenario;
  const double spread = neighbours_when_spread(scenario, run_.expected().boids);
  const double neighbours = std::max(cost_.neighbours > 0.0 ? cost_.neighbours : spread, 1.0);
  const double share = static_cast<double>(boids) / (neighbours + 1.0);
  const double radius = scenario.rules.radius * std::pow(share, 1.0 / scenario.dimensions());
  return std::min(radius, 0.5 * *std::ranges::min_element(scenario.world.size));
}

/// A brush of twice the size adds a cloud of twice the radius.
int64_t InputMapper::added_at_once() const {
  const int64_t usual = large_flocks() ? 100 : 1;
  const double brush = std::min(std::pow(settings_.brush, run_.expected().scenario.dimensions()), kMostAdded);
  return std::max<int64_t>(std::llround(static_cast<double>(usual) * brush), 1);
}

void InputMapper::add_at(double x, double y) {
  Event event{.kind = EventKind::kAdd, .at = camera_.place_at(x, y), .count = added_at_once()};
  if (event.count > 1) event.radius = cloud_radius(event.count);
  if (in_world(event.at)) post(std::move(event));
}

void InputMapper::scatter_at(double x, double y) {
  Event event{.kind = EventKind::kScatter,
              .at = camera_.place_at(x, y),
              .strength = kScatterStrength * settings_.strength};
  if (const double radius = reach_of(Tool::kScatter); radius > 0.0) event.radius = radius;
  if (in_world(event.at)) post(std::move(event));
}

void InputMapper::choose_tool(Tool tool) {
  settings_.tool = tool;
  notices_.say(fmt::format("the left button: {}", kToolNames[static_cast<size_t>(tool)]));
}

/// Of the scenario's cursor, or of one for this world, times the brush; a radius that was set elsewhere counts.
double InputMapper::cursor_reach() const {
  const Scenario& now = run_.expected().scenario;
  return settings_.brush * (now.cursor ? reach_.base(now.cursor->radius) : kCursorShare * now.world.size[1]);
}

double InputMapper::cursor_push() const {
  const Scenario& now = run_.expected().scenario;
  return settings_.strength * (now.cursor ? push_.base(now.cursor->push) : murmur::cursor_push(now));
}

/// The pointer attracts or repels the flock while the button is down.
void InputMapper::hold_cursor(CursorMode mode) {
  const Scenario& now = run_.expected().scenario;
  const double reach = rounded(cursor_reach()), push = rounded(cursor_push());
  reach_ = {reach, cursor_reach() / settings_.brush};
  push_ = {push, cursor_push() / settings_.strength};
  if (!now.cursor) {
    if (!set("cursor", cursor_default(mode, reach, push))) return;
  } else {
    const Scenario::Cursor cursor = *now.cursor;  // a copy: each event makes another scenario
    if (cursor.radius != reach && !set("cursor.radius", reach)) return;
    if (cursor.push != push && !set("cursor.push", push)) return;
    if (!set("cursor.mode", SetValue::word(word_for(mode)))) return;
  }
  drag_ = Drag::kCursor;
  pointer_moved_ = true;
}

/// As the picture shows them; in 3D about.
std::optional<size_t> InputMapper::obstacle_at(double x, double y) const {
  const auto& obstacles = run_.expected().scenario.obstacles;
  for (size_t k = 0; k < obstacles.size(); ++k) {
    const auto at = camera_.pixel_of(obstacles[k].at);
    if (at && std::hypot((*at)[0] - x, (*at)[1] - y) <= obstacles[k].radius * camera_.pixels_per_unit())
      return k;
  }
  return std::nullopt;
}

bool InputMapper::over_goal(double x, double y) const {
  const auto& goal = run_.expected().scenario.goal;
  return goal && std::ranges::any_of(goal->path, [&](const std::vector<double>& place) {
           const auto at = camera_.pixel_of(place);
           return at && std::hypot((*at)[0] - x, (*at)[1] - y) <= kGoalPixels;
         });
}

/// The obstacle, goal or predator there; without one, the flock scatters.
void InputMapper::remove_at(double x, double y) {
  if (const auto obstacle = obstacle_at(x, y)) {
    if (remove("obstacle", *obstacle)) notices_.say("the obstacle is gone; Ctrl + Z brings it back");
  } else if (over_goal(x, y)) {
    if (set("goal", SetValue())) notices_.say("the goal is gone; Ctrl + Z brings it back");
  } else if (!run_.expected().scenario.predators.empty()) {
    commands_.emplace_back(command::RemoveOrScatterAt{x, y});  // their places are the flock's
  } else {
    scatter_at(x, y);
  }
}

void InputMapper::remove_or_scatter(std::optional<size_t> predator, double x, double y) {
  if (!predator)
    scatter_at(x, y);
  else if (remove("predator", *predator))
    notices_.say("the predator is gone");
}

bool InputMapper::remove(const std::string& array, size_t index) {
  const Scenario& now = run_.expected().scenario;
  const size_t count = array == "obstacle" ? now.obstacles.size() : now.predators.size();
  return set(count > 1 ? fmt::format("{}[{}]", array, index) : array, SetValue());  // no empty arrays
}

/// Takes the obstacle at a place, or places a new one there.
void InputMapper::grab_obstacle(double x, double y) {
  const Scenario& now = run_.expected().scenario;
  const auto there = obstacle_at(x, y);
  const size_t next = now.obstacles.size();
  if (!there && !set(fmt::format("obstacle[{}]", next), obstacle_default(now, camera_.place_at(x, y))))
    return;
  drag_ = Drag::kObstacle;
  dragged_ = there.value_or(next);
}

/// Once per frame: the dragged obstacle or goal moves to the pointer.
void InputMapper::drag_thing() {
  const std::vector<double> at = camera_.place_at(pointer_x_, pointer_y_);
  if (!in_world(at)) return;
  if (drag_ == Drag::kObstacle && dragged_ < run_.expected().scenario.obstacles.size())
    set(fmt::format("obstacle[{}].at", dragged_), at);
  if (drag_ == Drag::kGoal && run_.expected().scenario.goal)
    set("goal.path", std::vector<std::vector<double>>{at});
}

void InputMapper::release() {
  if (drag_ == Drag::kCursor) set("cursor.mode", SetValue::word("none"));
  drag_ = Drag::kNone;
  tag_.press = 0;
}

void InputMapper::use_tool(double x, double y) {
  const std::vector<double> at = camera_.place_at(x, y);
  if (settings_.tool != Tool::kFollow && settings_.tool != Tool::kAdd && !in_world(at)) return;
  switch (settings_.tool) {
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
      grab_obstacle(x, y);
      break;
    case Tool::kPredator:
      if (set(fmt::format("predator[{}]", run_.expected().scenario.predators.size()),
              predator_default(run_.expected().scenario, at)))
        notices_.say("one predator more");
      break;
    case Tool::kGoal:
      if (!run_.expected().scenario.goal && !set("goal", behaviour_default("goal", run_.expected().scenario)))
        break;
      if (set("goal.path", std::vector<std::vector<double>>{at})) drag_ = Drag::kGoal;
      break;
    case Tool::kFollow:
      choose_at(x, y);
      break;
  }
}

}  // namespace murmur
