// The shapes of walls: of each its keys, the box around it, and its segments or triangles. A new shape is a struct, its member and key in
// WallShape, its line in kWallKinds, and its pieces.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/look/field.h"
#include "sim/shapes/wall_piece.h"

namespace murmur {

enum class WallSide : uint8_t { kOutside, kInside, kBoth };  ///< where boids may be beside a closed wall

/// Lowest and highest coordinate on each axis.
struct Extent {
  std::vector<double> low, high;
  Extent(const std::vector<double>& at, const std::vector<double>& below, const std::vector<double>& above)
      : low(at), high(at) {
    for (size_t k = 0; k < std::min({at.size(), below.size(), above.size()}); ++k)
      low[k] -= below[k], high[k] += above[k];
  }
};

/// A circle in two dimensions, a sphere in three.
template <int D>
struct WallRound {
  std::vector<double> at;
  double radius = 0.0;
  bool operator==(const WallRound&) const = default;
  Extent extent() const { return {at, {radius, radius, radius}, {radius, radius, radius}}; }
};
using WallCircle = WallRound<2>;
using WallSphere = WallRound<3>;
template <int D, class Visit>
void visit_fields(WallRound<D>& round, Visit&& visit) {
  visit(key("at", "L", "its centre", Need::kTable, kWorldSlider, Called{"position"}), round.at);
  visit(key("radius", "L", "of the circle or sphere", kPositive, Need::kTable, kWorldSlider), round.radius);
}

struct WallBox {
  std::vector<double> at, size;
  bool operator==(const WallBox&) const = default;
  Extent extent() const { return {at, {0.0, 0.0, 0.0}, size}; }
};
template <class Visit>
void visit_fields(WallBox& box, Visit&& visit) {
  visit(key("at", "L", "its lowest corner", Need::kTable, kWorldSlider, Called{"position"}), box.at);
  visit(key("size", "L", "its extent", kPositive, Need::kTable, kWorldSlider), box.size);
}

struct WallPlane {
  std::vector<double> at, normal;
  bool operator==(const WallPlane&) const = default;
};
template <class Visit>
void visit_fields(WallPlane& plane, Visit&& visit) {
  visit(key("at", "L", "a point in it", Need::kTable, kWorldSlider, Called{"position"}), plane.at);
  visit(key("normal", "", "a direction across it, of any length", Need::kTable), plane.normal);
}

/// Its axis lies along the last axis of the world.
struct WallCylinder {
  std::vector<double> at;  ///< centre of its lower end
  double radius = 0.0, height = 0.0;
  bool operator==(const WallCylinder&) const = default;
  Extent extent() const { return {at, {radius, radius, 0.0}, {radius, radius, height}}; }
};
template <class Visit>
void visit_fields(WallCylinder& cylinder, Visit&& visit) {
  visit(key("at", "L", "centre of its lower end", Need::kTable, kWorldSlider, Called{"position"}),
        cylinder.at);
  visit(key("radius", "L", "of the cylinder", kPositive, Need::kTable, kWorldSlider), cylinder.radius);
  visit(key("height", "L", "along the last axis", kPositive, Need::kTable, kWorldSlider), cylinder.height);
}

/// Where a wall is: one of the shapes of kWallKinds.
struct WallShape {
  std::vector<std::vector<double>> points;  ///< (n, 2)
  bool closed = false;                      ///< the last of the points is joined to the first
  std::optional<WallCircle> circle;
  std::optional<WallBox> box;
  std::optional<WallPlane> plane;
  std::optional<WallCylinder> cylinder;
  std::optional<WallSphere> sphere;
  std::string mesh, image;                  ///< files
  std::optional<std::vector<double>> at;    ///< place of a mesh or an image; none: 0
  std::optional<double> scale;              ///< a mesh's scale; none: 1
  std::optional<std::vector<double>> size;  ///< an image's size [world units]; none: the world's
  WallSide side = WallSide::kOutside;
  bool operator==(const WallShape&) const = default;

  bool encloses() const { return !plane && (points.empty() || closed); }  ///< whether it has an inside
  const std::string& file() const { return mesh.empty() ? image : mesh; }
};
template <class Visit>
void visit_fields(WallShape& shape, Visit&& visit) {
  visit({.key = "points", .help = "a line through these points, in two dimensions"}, shape.points);
  visit(key("closed", "", "of points: the last one is joined to the first"), shape.closed);
  visit({.key = "circle"}, shape.circle);
  visit({.key = "box"}, shape.box);
  visit({.key = "plane"}, shape.plane);
  visit({.key = "cylinder"}, shape.cylinder);
  visit({.key = "sphere"}, shape.sphere);
  visit({.key = "mesh", .help = "a file of triangles, .obj, .ply or .stl"}, shape.mesh);
  visit({.key = "image", .help = "a PNG: what is dark is wall"}, shape.image);
  visit({.key = "at",
         .unit = "L",
         .help = "of a mesh, added to its coordinates; of an image, its lower left corner"},
        shape.at);
  visit(key("scale", "", "of a mesh: its coordinates are multiplied by it", kPositive, slider_to(4.0)),
        shape.scale);
  visit({.key = "size", .unit = "L", .help = "extent of an image", .range = kPositive}, shape.size);
  visit(key("side", "", "of a closed shape: where boids may be"), shape.side);
}

struct WallKind {
  std::string_view key;
  int dimensions;  ///< 2 or 3; 0: both
  bool file = false;
  std::string_view also[2] = {};  ///< keys of a wall that belong to such kinds alone
  constexpr bool fits(int world) const { return dimensions == 0 || dimensions == world; }
};
inline constexpr WallKind kWallKinds[] = {{"points", 2, false, {"closed"}},
                                          {"circle", 2},
                                          {"box", 0},
                                          {"plane", 3},
                                          {"cylinder", 3},
                                          {"sphere", 3},
                                          {"mesh", 3, true, {"at", "scale"}},
                                          {"image", 2, true, {"at", "size"}}};

/// "points, circle and box": the kinds that fit, for messages.
template <class Fits>
std::string wall_kinds(const Fits& fits, const char* last = " and ", const char* between = ", ") {
  std::vector<std::string_view> keys;
  for (const WallKind& kind : kWallKinds)
    if (fits(kind)) keys.push_back(kind.key);
  std::string text;
  for (size_t k = 0; k < keys.size(); ++k)
    text.append(k == 0 ? "" : k + 1 < keys.size() ? between : last).append(keys[k]);
  return text;
}

/// Adds the pieces of the shape; none for a file. A plane is cut to the world.
void add_shape(const WallShape& shape, const std::vector<double>& world, PieceTaker<2>& taker);
void add_shape(const WallShape& shape, const std::vector<double>& world, PieceTaker<3>& taker);

}  // namespace murmur
