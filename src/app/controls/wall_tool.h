// The tool that makes walls: in 2D a drag draws a wall or moves a point of one, in 3D a click or a drag places a box. Finds
// the wall at the pointer. Marks show what is being drawn; it becomes one event when the button is released. Owned
// by MouseTools.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "app/controls/user_changes.h"
#include "render/scene/marks.h"

namespace murmur {

class WallTool : InputTargets {
 public:
  WallTool(const InputTargets& targets, UserChanges& changes) : InputTargets(targets), changes_(changes) {}

  /// Begins a drag at the pointer. `straight`: draws one straight line to the point of release. @returns whether a drag begins.
  bool press(bool straight);
  void move();
  void release();
  /// The wall at the pointer: in 2D found by its line or area, in 3D by its surface.
  std::optional<size_t> wall_at_pointer() const;
  /// Marks of the wall that is being drawn, and of the points that can be moved, while the tool is chosen.
  std::vector<Mark> marks() const;

 private:
  using Point = std::array<double, 2>;  // 2D [world units]
  struct Corner {
    size_t wall = 0, point = 0;
    bool operator==(const Corner&) const = default;
  };
  enum class Drags : uint8_t { kNothing, kFreehand, kStraight, kCorner, kBox };

  std::vector<double> at_pointer() const {
    return camera_.place_at(settings_.pointer_x, settings_.pointer_y);
  }
  Point pointer() const;
  double pixels(double number) const { return number * camera_.units_per_pixel(); }
  std::vector<double> rounded(const Point& at) const;
  std::optional<Corner> corner_there() const;
  bool closes() const;
  void add_drawn();
  void stretch_box();
  void move_corner();

  UserChanges& changes_;
  Drags drags_ = Drags::kNothing;
  Corner corner_;                             // the dragged corner
  std::vector<double> box_from_, box_thick_;  // 3D: point of the press, and size of the box of a click
  std::vector<Point> path_;                   // path of the pointer, or the two ends of a straight line
};

/// The points of a path that are needed to stay within `error` of all others (Douglas and Peucker's algorithm).
std::vector<std::array<double, 2>> simplified(const std::vector<std::array<double, 2>>& path, double error);

}  // namespace murmur
