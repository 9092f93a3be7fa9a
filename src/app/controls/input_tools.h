// The tools of the mouse in the picture: add boids, scatter and guide the flock, and place, drag and remove
// obstacles, predators, goals and walls. The tools act at the pointer of ViewSettings. Owned by InputMapper, which
// has the drag.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/controls/user_changes.h"
#include "app/controls/wall_tool.h"
#include "sim/editing/behaviour_defaults.h"

namespace murmur {

/// The drag of the pointer while a mouse button is down.
enum class Drag : uint8_t { kNone, kPaint, kPan, kOrbit, kCursor, kObstacle, kGoal, kWall };

class MouseTools : InputTargets {
 public:
  MouseTools(const InputTargets& targets, UserChanges& changes)
      : InputTargets(targets), changes_(changes), wall_(targets, changes) {}

  void choose(Tool tool);
  /// How far the chosen tool reaches around the pointer [world units]; 0: it acts at one point, or everywhere.
  double reach() const { return reach_of(settings_.tool); }
  double reach_of(Tool tool) const;
  bool used() const { return used_; }  ///< the user has moved the mouse over the picture, or pressed a button

  void point_at(double x, double y);  ///< sets the pointer [pixels]
  void begin_press();
  /// Whether Shift changes the tool, instead of moving the picture.
  bool takes_shift() const { return settings_.tool == Tool::kWall && camera_.dimensions() == 2; }
  /// Acts with the chosen tool at the pointer, as a click does. @returns the drag that begins, or the present drag.
  Drag use(Drag present, bool shift = false);
  void move(Drag drag);  ///< continues the drag at the new position of the pointer
  /// Marks that the tools show in the picture.
  std::vector<Mark> marks() const { return wall_.marks(); }
  void release(Drag drag);
  /// Moves the dragged object, and the flock's cursor, to the pointer. Called at the end of a frame's input.
  void end_input(Drag drag);
  void follow_boid();
  /// Removes the obstacle, goal, wall or predator at the pointer; without one, scatters the flock there.
  void remove();
  /// Scatters the flock at a point of the picture, if boids are within reach, or removes a predator.
  void scatter(const command::ScatterAt& at, const Lease& flock);
  void next_cursor_mode();

 private:
  std::vector<double> place() const { return camera_.place_at(settings_.pointer_x, settings_.pointer_y); }
  void paint();  // paints from the last stroke to the pointer
  bool in_world(const std::vector<double>& place);
  bool is_near(const std::vector<double>& place, double pixels) const;
  double cursor_reach() const;
  double cursor_push() const;
  /// Factors by which brush, strength and tool change the pointer's reach and push.
  CursorFactors cursor_factors(CursorMode mode) const;
  bool cursor_on() const;
  bool hold_cursor(CursorMode mode);
  std::optional<size_t> obstacle_there() const;
  bool over_goal() const;
  bool grab_obstacle();
  bool grab_goal();
  int64_t added_at_once() const;
  bool large_flocks() const;
  void add_at(double x, double y);

  UserChanges& changes_;
  WallTool wall_;
  size_t dragged_ = 0;                        // index of the dragged obstacle
  double painted_x_ = 0.0, painted_y_ = 0.0;  // position of the last stroke [pixels]
  bool used_ = false;           // the user has moved the mouse over the picture, or pressed a button
  double held_since_ = 0.0;     // when the button of attract or flee went down [s]
  bool pointer_moved_ = false;  // the pointer has moved in this frame
  int64_t added_ = 0;           // number of boids added since the press
  bool brings_cursor_ = false;  // the key M has added the flock's cursor
  /// A value of the cursor: as the tools set it last, and as it was before.
  struct Scaled {
    double set = 0.0, first = 0.0;
    double base(double now) const { return now == set ? first : now; }
  };
  Scaled reach_, push_;
};

}  // namespace murmur
