// What the buttons of the mouse do in the picture: add boids, scatter and guide the flock, place, drag and remove obstacles, predators,
// goals and walls. Acts at the pointer of ViewSettings. Owned by InputMapper, which has the drag.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/controls/user_changes.h"
#include "app/controls/wall_tool.h"

namespace murmur {

/// What the pointer does while a button is down.
enum class Drag : uint8_t { kNone, kPaint, kPan, kOrbit, kCursor, kObstacle, kGoal, kWall };

class MouseTools : InputTargets {
 public:
  MouseTools(const InputTargets& targets, UserChanges& changes)
      : InputTargets(targets), changes_(changes), wall_(targets, changes) {}

  void choose(Tool tool);
  /// How far the tool acts around the pointer [world units]; 0: at one place, or everywhere.
  double reach() const { return reach_of(settings_.tool); }

  void point_at(double x, double y);  ///< [pixels]
  void begin_press();
  /// Whether Shift is of the tool, and does not move the picture.
  bool takes_shift() const { return settings_.tool == Tool::kWall && camera_.dimensions() == 2; }
  /// Acts with the chosen tool at the pointer, as a click does. @returns the drag that begins, or else the present one.
  Drag use(Drag present, bool shift = false);
  void move(Drag drag);  ///< continues the drag at the new position of the pointer
  /// What a tool shows in the picture.
  std::vector<Mark> marks() const { return wall_.marks(); }
  void release(Drag drag);
  /// Moves what is dragged, and the flock's cursor, to the pointer.
  void end_input(Drag drag);
  void follow_boid();
  /// The obstacle, goal, wall or predator there; without one, the flock scatters.
  void remove();
  /// The predator there goes; without one, the flock scatters.
  void remove_or_scatter(std::optional<size_t> predator, double x, double y);
  void next_cursor_mode();

 private:
  std::vector<double> place() const { return camera_.place_at(settings_.pointer_x, settings_.pointer_y); }
  void paint();  // paints from the last stroke to the pointer
  bool in_world(const std::vector<double>& place);
  bool is_near(const std::vector<double>& place, double pixels) const;
  double reach_of(Tool tool) const;
  double cursor_reach() const;
  double cursor_push() const;
  bool cursor_on() const;
  bool hold_cursor(CursorMode mode);
  std::optional<size_t> obstacle_there() const;
  bool over_goal() const;
  bool grab_obstacle();
  bool grab_goal();
  int64_t added_at_once() const;
  bool large_flocks() const;
  void add_at(double x, double y);
  void scatter_at(double x, double y);

  UserChanges& changes_;
  WallTool wall_;
  size_t dragged_ = 0;                        // obstacle that is dragged
  double painted_x_ = 0.0, painted_y_ = 0.0;  // place of the last stroke [pixels]
  bool pointer_moved_ = false;                // the pointer has moved in this frame
  int64_t added_ = 0;                         // boids added since the press
  bool brings_cursor_ = false;                // M has switched the flock's cursor on
  /// A value of the cursor: as the tools set it last, and as it was before them.
  struct Scaled {
    double set = 0.0, first = 0.0;
    double base(double now) const { return now == set ? first : now; }
  };
  Scaled reach_, push_;
};

}  // namespace murmur
