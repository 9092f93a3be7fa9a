// What the left button does: adds boids, scatters and guides the flock, places and drags obstacles and goals.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/controls/input_mapper.h"
#include "app/live/behaviour_defaults.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

constexpr double kScatterStrength = 0.1;
constexpr double kScatterReach = 13.0;  // of a scatter in a large flock [R]
constexpr double kMostAdded = 64.0;     // of a brush, times the usual number
constexpr double kCursorShare = 0.25;   // of the height of the world: how far the pointer acts at first

}  // namespace

bool InputMapper::large_flocks() const {
  const Scenario& scenario = run_.expected().scenario;
  const std::string& preset = scenario.preset;
  if (preset.empty()) return scenario.boids >= 10000;
  return preset == "murmuration" || preset == "benchmark" || preset == "benchmark-3d";
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
  Event event{.kind = EventKind::kScatter, .at = camera_.place_at(x, y), .strength = kScatterStrength};
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
  const double first = !now.cursor                        ? kCursorShare * now.world.size[1]
                       : now.cursor->radius == set_reach_ ? first_reach_
                                                          : now.cursor->radius;
  return first * settings_.brush;
}

/// The pointer attracts or repels the flock while the button is down.
void InputMapper::hold_cursor(CursorMode mode) {
  const Scenario& now = run_.expected().scenario;
  const double reach = rounded(cursor_reach());
  first_reach_ = cursor_reach() / settings_.brush;
  set_reach_ = reach;
  if (!now.cursor) {
    if (!set("cursor", cursor_default(now, mode, reach))) return;
  } else {
    if (now.cursor->radius != reach && !set("cursor.radius", reach)) return;
    if (!set("cursor.mode", SetValue::word(word_for(mode)))) return;
  }
  drag_ = Drag::kCursor;
  pointer_moved_ = true;
}

/// Takes the obstacle at a place, or places a new one there.
void InputMapper::grab_obstacle(const std::vector<double>& at) {
  const auto& obstacles = run_.expected().scenario.obstacles;
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
  if (!set(fmt::format("obstacle[{}]", next), obstacle_default(run_.expected().scenario, at))) return;
  drag_ = Drag::kObstacle;
  dragged_ = next;
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
      grab_obstacle(at);
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
