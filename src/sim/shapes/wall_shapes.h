// The shapes of walls: keys, bounding box, and segments or triangles of each. A new shape is a struct, its member and
// key in WallShape, its line in kWallKinds, and its pieces.
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

enum class WallSide : uint8_t { kOutside, kInside, kBoth };  ///< side of a closed wall on which boids may be

/// Lowest and highest coordinate on one or all axes.
struct Extent {
  std::vector<double> low, high;
  Extent(const std::vector<double>& at, const std::vector<double>& below, const std::vector<double>& above)
      : low(at), high(at) {
    for (size_t k = 0; k < std::min({at.size(), below.size(), above.size()}); ++k)
      low[k] -= below[k], high[k] += above[k];
  }
};

/// Wall in the form of a circle in two dimensions, or of a sphere in three.
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

/// Wall in the form of a cylinder parallel to the last axis of the world.
struct WallCylinder {
  std::vector<double> at;  ///< centre of the lower end
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

/// Shape of a wall: one of the shapes of kWallKinds.
struct WallShape {
  std::vector<std::vector<double>> points;  ///< (n, 2) corners of a line
  bool closed = false;                      ///< whether the last point is joined to the first
  std::optional<WallCircle> circle;
  std::optional<WallBox> box;
  std::optional<WallPlane> plane;
  std::optional<WallCylinder> cylinder;
  std::optional<WallSphere> sphere;
  std::string mesh, image;                  ///< paths of a mesh file and of an image file
  std::optional<std::vector<double>> at;    ///< position of a mesh or an image; none: 0
  std::optional<double> scale;              ///< scale of a mesh; none: 1
  std::optional<std::vector<double>> size;  ///< size of an image [world units]; none: the world's
  WallSide side = WallSide::kOutside;
  bool operator==(const WallShape&) const = default;

  bool encloses() const { return !plane && (points.empty() || closed); }  ///< whether the shape has an inside
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
  std::string_view also[2] = {};  ///< keys that only walls of such kinds have
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

/// Names of all kinds for which `fits` is true, for messages: "points, circle and box".
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

/// Adds the pieces of a shape that is not a file. A plane is cut at the borders of the world.
void add_shape(const WallShape& shape, const std::vector<double>& world, PieceTaker<2>& taker);
void add_shape(const WallShape& shape, const std::vector<double>& world, PieceTaker<3>& taker);

}  // namespace murmur
