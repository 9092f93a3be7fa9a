#include "app/controls/input_tools.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/controls/boid_inspector.h"
#include "app/controls/boids_in_view.h"
#include "app/live/seconds.h"
#include "sim/editing/behaviour_defaults.h"
#include "sim/scenario/presets.h"
#include "sim/scenario/species.h"
#include "sim/scenario/words.h"
#include "sim/util/roots.h"

namespace murmur {
namespace {

constexpr double kPaintPixels = 12.0;   // distance between strokes of a drag [pixels]
constexpr double kScatterReach = 13.0;  // reach of a scatter in a large flock [R]
constexpr double kBeside = 2.0;         // distance of a click from the boids that it scatters [reaches]
constexpr double kMostAdded = 64.0;     // limit of the brush when adding, times the usual number
constexpr double kHeldPixels = 6.0;     // largest distance from the pointer to the cursor it drags
constexpr double kGoalPixels = 14.0;    // largest distance of a click from a goal [pixels]
constexpr double kShortPress = 0.3;     // a press of attract or flee below which nothing is to be seen [s]
constexpr double kCursorShare = 0.25;   // initial reach of the pointer, as a share of the world's height

CursorMode mode_of(Tool tool) { return tool == Tool::kFlee ? CursorMode::kFlee : CursorMode::kAttract; }

}  // namespace

bool MouseTools::large_flocks() const {
  const Scenario& scenario = run_.expected().scenario;
  const BuiltIn* const preset = find_preset(scenario.preset);
  return preset ? preset->large : scenario.boids >= 10000;
}

void MouseTools::follow_boid() {
  commands_.emplace_back(command::FollowBoidAt{settings_.pointer_x, settings_.pointer_y});
}

void MouseTools::point_at(double x, double y) {
  const bool moved = x != settings_.pointer_x || y != settings_.pointer_y;
  used_ = used_ || (moved && settings_.pointer_x >= 0.0);
  pointer_moved_ = pointer_moved_ || moved;
  settings_.pointer_x = x;
  settings_.pointer_y = y;
}

void MouseTools::begin_press() {
  used_ = true;
  painted_x_ = settings_.pointer_x;
  painted_y_ = settings_.pointer_y;
  added_ = 0;
}

void MouseTools::paint() {
  const double right = settings_.pointer_x - painted_x_, down = settings_.pointer_y - painted_y_;
  const double length = length_of(right, down);
  const int strokes = static_cast<int>(length / kPaintPixels);
  for (int k = 0; k < strokes; ++k) {
    painted_x_ += right / length * kPaintPixels;
    painted_y_ += down / length * kPaintPixels;
    add_at(painted_x_, painted_y_);
  }
}

void MouseTools::move(Drag drag) {
  if (drag == Drag::kPaint) paint();
  if (drag == Drag::kWall) wall_.move();
}

bool MouseTools::in_world(const std::vector<double>& place) {
  if (run_.expected().scenario.world.boundary == Boundary::kOpen) return true;  // boids fly there, too
  const auto& size = run_.expected().scenario.world.size;
  for (size_t k = 0; k < std::min(place.size(), size.size()); ++k) {
    if (place[k] >= 0.0 && place[k] < size[k]) continue;
    notices_.say("that is outside the world of this flock; F shows all of it");
    return false;
  }
  return true;
}

double MouseTools::reach_of(Tool tool) const {
  const Scenario& scenario = run_.expected().scenario;
  switch (tool) {
    case Tool::kAdd:
      return added_at_once() > 1 ? changes_.cloud_radius(added_at_once()) : 0.0;
    case Tool::kScatter:
      if (large_flocks()) {
        const double widest = 0.25 * *std::ranges::min_element(scenario.world.size);
        return std::min(kScatterReach * scenario.rules.radius, widest) * settings_.brush;
      }
      if (scenario.dimensions() == 2)
        return settings_.brush == 1.0 ? 0.0 : 2.0 * scenario.rules.radius * settings_.brush;
      return 5.0 * scenario.rules.radius * settings_.brush;
    case Tool::kAttract:
    case Tool::kFlee:
      return cursor_factors(mode_of(tool)).reach * cursor_reach();
    case Tool::kObstacle:  // an existing obstacle would be moved
      return obstacle_there() ? 0.0 : obstacle_radius(scenario);
    case Tool::kPredator:
      return adds_accelerations(scenario) ? 2.0 * scenario.rules.radius : Scenario::Predator{}.flee_radius;
    default:
      return 0.0;
  }
}

/// Number of boids that one stroke of the brush adds. A brush of twice the size makes a cloud of twice the radius.
int64_t MouseTools::added_at_once() const {
  const Scenario& scenario = run_.expected().scenario;
  const int64_t seen = scenario.dimensions() == 3 ? std::max<int64_t>(run_.expected().boids / 100, 1) : 1;
  const int64_t usual = large_flocks() ? 100 : std::min<int64_t>(seen, 100);
  const double brush = std::min(std::pow(settings_.brush, scenario.dimensions()), kMostAdded);
  return std::max<int64_t>(std::llround(static_cast<double>(usual) * brush), 1);
}

void MouseTools::add_at(double x, double y) {
  Event event{.kind = EventKind::kAdd, .at = camera_.place_at(x, y), .count = added_at_once()};
  if (event.count > 1) event.radius = changes_.cloud_radius(event.count);
  if (species_of_name(run_.expected().scenario, settings_.added_species))
    event.species = settings_.added_species;
  const int64_t count = event.count;
  if (in_world(event.at) && changes_.post(std::move(event))) added_ += count;
}

void MouseTools::scatter(const command::ScatterAt& at, const Lease& flock) {
  if (const auto predator = at.removes ? predator_at(flock, camera_, at.x, at.y) : std::nullopt) {
    if (changes_.remove(table_array("predator"), *predator)) notices_.say("the predator is gone");
    return;
  }
  const Scenario& now = run_.expected().scenario;
  // The push gives max_speed to a boid at the end of a small reach, or R away: where boids fly many R in a unit of
  // time, a weaker push is not visible.
  const double reach = reach_of(Tool::kScatter);
  const double full = reach > 0.0 && !large_flocks() ? reach : now.rules.radius;
  // A stronger push in 3D sends the parts of a flock on ways that do not meet again.
  const double share = camera_.dimensions() == 3 && !large_flocks() ? 0.64 : 1.0;
  Event event{.kind = EventKind::kScatter,
              .at = camera_.place_at(at.x, at.y),
              .strength = scatter_strength(now, full / share) * settings_.strength};
  if (reach > 0.0) {  // a click beside a flock that flies on scatters the boids next to it
    event.radius = reach;
    const double pixels = reach * camera_.pixels_per_unit();
    auto boid = nearest_place(flock.simulation().backend(), camera_, at.x, at.y, kBeside * pixels);
    if (!boid) return notices_.say("no boid is there: click into the flock");
    const auto seen = camera_.pixel_of(*boid);
    if (seen && length_of((*seen)[0] - at.x, (*seen)[1] - at.y) > pixels) event.at = *std::move(boid);
  }
  if (in_world(event.at) && changes_.post(std::move(event)))
    notices_.say("scattered; Ctrl + Z takes it back");
}

void MouseTools::choose(Tool tool) {
  settings_.tool = tool;
  const std::string_view help = kToolHelps[static_cast<size_t>(tool)];
  notices_.say(fmt::format("{}: {}", kToolNames[static_cast<size_t>(tool)], help.substr(0, help.find('.'))));
}

/// Reach of the pointer: that of the scenario's cursor, or one that suits the world, without factors. A radius set elsewhere is the new base.
double MouseTools::cursor_reach() const {
  const Scenario& now = run_.expected().scenario;
  if (now.cursor) return reach_.base(now.cursor->radius);
  const double reach = kCursorShare * now.world.size[1];
  // A solid flock in 3D must not be all within reach.
  return now.dimensions() == 3 ? std::min(reach, 3.0 * now.rules.radius) : reach;
}

double MouseTools::cursor_push() const {
  const Scenario& now = run_.expected().scenario;
  return now.cursor ? push_.base(now.cursor->push) : murmur::cursor_push(now);
}

CursorFactors MouseTools::cursor_factors(CursorMode mode) const {
  const CursorFactors usual = murmur::cursor_factors(mode, run_.expected().scenario.dimensions());
  return {.reach = settings_.brush * usual.reach, .push = settings_.strength * usual.push};
}

/// Lets the pointer attract or repel the flock while the button is down.
bool MouseTools::hold_cursor(CursorMode mode) {
  const Scenario& now = run_.expected().scenario;
  const CursorFactors factors = cursor_factors(mode);
  const double first_reach = cursor_reach(), first_push = cursor_push();
  const double reach = rounded(factors.reach * first_reach), push = rounded(factors.push * first_push);
  reach_ = {reach, first_reach};
  push_ = {push, first_push};
  if (!now.cursor) {
    if (!changes_.set("cursor", cursor_default(mode, reach, push))) return false;
  } else {
    const Scenario::Cursor cursor = *now.cursor;  // a copy, because each event replaces the scenario
    if (cursor.radius != reach && !changes_.set("cursor.radius", reach)) return false;
    if (cursor.push != push && !changes_.set("cursor.push", push)) return false;
    if (!changes_.set("cursor.mode", SetValue::word(word_for(mode)))) return false;
  }
  held_since_ = seconds();
  return pointer_moved_ = true;
}

bool MouseTools::cursor_on() const {
  const auto& cursor = run_.expected().scenario.cursor;
  return cursor && cursor->mode != CursorMode::kNone;
}

void MouseTools::next_cursor_mode() {
  const auto& cursor = run_.expected().scenario.cursor;
  const CursorMode now = cursor ? cursor->mode : CursorMode::kNone;
  const CursorMode next = now == CursorMode::kNone   ? CursorMode::kFlee
                          : now == CursorMode::kFlee ? CursorMode::kAttract
                                                     : CursorMode::kNone;
  Event event{.kind = EventKind::kSet, .key = "cursor.mode", .value = SetValue::word(word_for(next))};
  if (!cursor) {  // a new cursor gets a radius that suits the flock
    event.key = "cursor";
    event.value = behaviour_default("cursor", run_.expected().scenario);
    brings_cursor_ = true;
  } else if (next == CursorMode::kNone && std::exchange(brings_cursor_, false)) {
    event = {.kind = EventKind::kSet, .key = "cursor"};
  }
  if (!changes_.post(std::move(event))) return;
  pointer_moved_ = settings_.pointer_x >= 0.0;  // the cursor moves to the pointer
  notices_.say(next == CursorMode::kNone   ? "the flock ignores the pointer"
               : next == CursorMode::kFlee ? "the flock flees the pointer"
                                           : "the pointer attracts the flock");
}

/// Whether a position is drawn near to the pointer.
bool MouseTools::is_near(const std::vector<double>& place, double pixels) const {
  const auto at = camera_.pixel_of(place);
  return at && length_of((*at)[0] - settings_.pointer_x, (*at)[1] - settings_.pointer_y) <= pixels;
}

std::optional<size_t> MouseTools::obstacle_there() const {
  const auto& obstacles = run_.expected().scenario.obstacles;
  const auto there = std::ranges::find_if(obstacles, [&](const Scenario::Obstacle& one) {
    return is_near(one.at, one.radius * camera_.pixels_per_unit());
  });
  if (there == obstacles.end()) return std::nullopt;
  return there - obstacles.begin();
}

bool MouseTools::over_goal() const {
  const auto& goal = run_.expected().scenario.goal;
  return goal &&
         std::ranges::any_of(goal->path, [&](const auto& place) { return is_near(place, kGoalPixels); });
}

void MouseTools::remove() {
  if (const auto obstacle = obstacle_there()) {
    if (changes_.remove(table_array("obstacle"), *obstacle))
      notices_.say("the obstacle is gone; Ctrl + Z brings it back");
  } else if (over_goal()) {
    if (changes_.set("goal", SetValue())) notices_.say("the goal is gone; Ctrl + Z brings it back");
  } else if (const auto wall = camera_.dimensions() == 2 || settings_.tool == Tool::kWall
                                   ? wall_.wall_at_pointer()
                                   : std::nullopt) {
    if (changes_.remove(table_array("wall"), *wall))
      notices_.say("the wall is gone; Ctrl + Z brings it back");
  } else {  // the flock has the positions of boids and predators
    commands_.emplace_back(command::ScatterAt{settings_.pointer_x, settings_.pointer_y, true});
  }
}

/// Begins to drag the obstacle at the pointer; without one, places a new obstacle there.
bool MouseTools::grab_obstacle() {
  const auto there = obstacle_there();
  const size_t next = run_.expected().scenario.obstacles.size();
  if (!there) {
    if (!changes_.add(table_array("obstacle"), place())) return false;
    notices_.say("an obstacle stands here; Ctrl + Z takes it away");
  }
  dragged_ = there.value_or(next);
  return true;
}

bool MouseTools::grab_goal() {
  const Scenario& now = run_.expected().scenario;
  if (!now.goal && !changes_.set("goal", behaviour_default("goal", now))) return false;
  if (!changes_.set("goal.path", std::vector<std::vector<double>>{place()})) return false;
  notices_.say("the flock flies to this goal; Ctrl + Z takes it away");
  return true;
}

void MouseTools::end_input(Drag drag) {
  const Scenario& now = run_.expected().scenario;
  // A camera that follows the flock moves away from the position at which the pointer holds the flock's cursor.
  const bool left_behind = drag == Drag::kCursor && now.cursor && !is_near(now.cursor->at, kHeldPixels);
  if (!std::exchange(pointer_moved_, false) && !left_behind) return;
  const std::vector<double> at = place();
  if (drag == Drag::kObstacle && in_world(at) && dragged_ < now.obstacles.size())
    changes_.set(fmt::format("obstacle[{}].at", dragged_), at);
  if (drag == Drag::kGoal && in_world(at) && now.goal)
    changes_.set("goal.path", std::vector<std::vector<double>>{at});
  if (cursor_on() && !run_.is_replay()) changes_.set("cursor.at", at);
}

void MouseTools::release(Drag drag) {
  if (drag == Drag::kPaint && added_ > 1)
    notices_.say(fmt::format("{}; Ctrl + Z takes them off", boids_text(added_)));
  if (drag == Drag::kWall) wall_.release();
  if (drag != Drag::kCursor) return;
  changes_.set("cursor.mode", SetValue::word("none"));
  if (seconds() - held_since_ < kShortPress)
    notices_.say(fmt::format("hold the button down: boids {} the pointer",
                             settings_.tool == Tool::kFlee ? "flee" : "come to"));
}

Drag MouseTools::use(Drag present, bool shift) {
  const Tool tool = settings_.tool;
  const bool looks =
      tool == Tool::kFollow || tool == Tool::kAdd || tool == Tool::kScatter;  // at the place itself
  if (!looks && !in_world(place())) return present;
  switch (tool) {
    case Tool::kAdd:
      add_at(settings_.pointer_x, settings_.pointer_y);
      return Drag::kPaint;
    case Tool::kScatter:
      commands_.emplace_back(command::ScatterAt{settings_.pointer_x, settings_.pointer_y});
      return present;
    case Tool::kAttract:
    case Tool::kFlee:
      return hold_cursor(mode_of(tool)) ? Drag::kCursor : present;
    case Tool::kObstacle:
      return grab_obstacle() ? Drag::kObstacle : present;
    case Tool::kPredator:
      if (changes_.add(table_array("predator"), place()))
        notices_.say("a predator hunts here; Ctrl + Z takes it away");
      return present;
    case Tool::kGoal:
      return grab_goal() ? Drag::kGoal : present;
    case Tool::kWall:
      return wall_.press(shift) ? Drag::kWall : present;
    case Tool::kFollow:
      follow_boid();
  }
  return present;
}

}  // namespace murmur
