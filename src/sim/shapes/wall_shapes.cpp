#include "sim/shapes/wall_shapes.h"

#include <algorithm>
#include <cmath>

#include "base/functions.h"

namespace murmur {
namespace {

using Flat = Vec<double, 2>;
using Solid = Vec<double, 3>;

constexpr int kRoundSides = 128;    ///< sides of a circle and of a cylinder
constexpr int kSphereHalvings = 4;  ///< how often the triangles of an icosahedron are divided into four

template <int D>
Vec<double, D> place_of(const std::vector<double>& values) {
  Vec<double, D> place;
  for (int k = 0; k < D; ++k) place[k] = values[static_cast<size_t>(k)];
  return place;
}

/// Corners on a circle, anticlockwise, with the same bits on every machine.
std::vector<Flat> round(double x, double y, double radius) {
  std::vector<Flat> corners;
  for (int k = 0; k < kRoundSides; ++k) {
    double sine = 0.0, cosine = 0.0;
    sine_cosine(6.283185307179586 * k / kRoundSides, sine, cosine);
    corners.push_back({x + radius * cosine, y + radius * sine});
  }
  return corners;
}

Solid cross(const Solid& a, const Solid& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

void add_box(const WallBox& box, PieceTaker<3>& taker) {
  const auto corner = [&](int x, int y, int z) {
    return Solid{box.at[0] + x * box.size[0], box.at[1] + y * box.size[1], box.at[2] + z * box.size[2]};
  };
  for (const int side : {0, 1}) {
    taker.polygon({corner(side, 0, 0), corner(side, 1, 0), corner(side, 1, 1), corner(side, 0, 1)});
    taker.polygon({corner(0, side, 0), corner(1, side, 0), corner(1, side, 1), corner(0, side, 1)});
    taker.polygon({corner(0, 0, side), corner(1, 0, side), corner(1, 1, side), corner(0, 1, side)});
  }
}

void add_cylinder(const WallCylinder& cylinder, PieceTaker<3>& taker) {
  const std::vector<Flat> rim = round(cylinder.at[0], cylinder.at[1], cylinder.radius);
  const double low = cylinder.at[2], high = low + cylinder.height;
  for (size_t k = 0; k < rim.size(); ++k) {
    const Flat &a = rim[k], &b = rim[(k + 1) % rim.size()];
    taker.polygon({{a[0], a[1], low}, {b[0], b[1], low}, {b[0], b[1], high}, {a[0], a[1], high}});
    for (const double z : {low, high})
      taker.triangle({cylinder.at[0], cylinder.at[1], z}, {a[0], a[1], z}, {b[0], b[1], z});
  }
}

/// Adds triangles of an icosahedron, halving edges and moving the midpoints to the sphere. Both triangles at an edge
/// compute the same bits for its midpoint.
void add_part_of_sphere(const WallSphere& sphere, const Solid& a, const Solid& b, const Solid& c,
                        int halvings, PieceTaker<3>& taker) {
  const auto on_sphere = [&](const Solid& direction) {
    const double length = std::sqrt(dot(direction, direction));
    Solid place;
    for (int k = 0; k < 3; ++k)
      place[k] = sphere.at[static_cast<size_t>(k)] + sphere.radius * (direction[k] / length);
    return place;
  };
  if (halvings == 0) return taker.triangle(on_sphere(a), on_sphere(b), on_sphere(c));
  const auto middle = [](const Solid& p, const Solid& q) {
    const Solid sum = p + q;
    return sum * (1.0 / std::sqrt(dot(sum, sum)));
  };
  const Solid ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
  add_part_of_sphere(sphere, a, ab, ca, halvings - 1, taker);
  add_part_of_sphere(sphere, ab, b, bc, halvings - 1, taker);
  add_part_of_sphere(sphere, ca, bc, c, halvings - 1, taker);
  add_part_of_sphere(sphere, ab, bc, ca, halvings - 1, taker);
}

void add_sphere(const WallSphere& sphere, PieceTaker<3>& taker) {
  const double g = (1.0 + std::sqrt(5.0)) / 2.0, length = std::sqrt(1.0 + g * g), one = 1.0 / length,
               wide = g / length;
  const Solid corner[] = {{-one, wide, 0}, {one, wide, 0}, {-one, -wide, 0}, {one, -wide, 0},
                          {0, -one, wide}, {0, one, wide}, {0, -one, -wide}, {0, one, -wide},
                          {wide, 0, -one}, {wide, 0, one}, {-wide, 0, -one}, {-wide, 0, one}};
  constexpr int kFaces[20][3] = {{0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
                                 {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
                                 {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
                                 {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  for (const auto& face : kFaces)
    add_part_of_sphere(sphere, corner[face[0]], corner[face[1]], corner[face[2]], kSphereHalvings, taker);
}

/// The part of a polygon on one side of `bound` along an axis. New corners have exactly that coordinate.
std::vector<Solid> cut(const std::vector<Solid>& polygon, int axis, double bound, double side) {
  std::vector<Solid> left;
  for (size_t k = 0; k < polygon.size(); ++k) {
    const Solid &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
    const double in_a = side * (bound - a[axis]), in_b = side * (bound - b[axis]);
    if (in_a >= 0.0) left.push_back(a);
    if ((in_a < 0.0 && in_b > 0.0) || (in_a > 0.0 && in_b < 0.0)) {
      Solid between = a + (b - a) * (in_a / (in_a - in_b));
      between[axis] = bound;
      left.push_back(between);
    }
  }
  return left;
}

void add_plane(const WallPlane& plane, const std::vector<double>& world, PieceTaker<3>& taker) {
  Solid normal = place_of<3>(plane.normal), centre;
  double largest = 0.0, reach = 0.0;
  for (int k = 0; k < 3; ++k) largest = std::max(largest, std::abs(normal[k]));
  normal = normal * (1.0 / largest);
  normal = normal * (1.0 / std::sqrt(dot(normal, normal)));
  for (int k = 0; k < 3; ++k) {
    centre[k] = world[static_cast<size_t>(k)] * 0.5;
    reach = reach + world[static_cast<size_t>(k)];
  }
  // The projection of the world's centre onto the plane, and two directions within the plane.
  centre = centre - normal * dot(normal, centre - place_of<3>(plane.at));
  int axis = 0;
  for (const int k : {1, 2})
    if (std::abs(normal[k]) < std::abs(normal[axis])) axis = k;
  Solid along{0.0, 0.0, 0.0};
  along[axis] = 1.0;
  Solid across = cross(normal, along);
  across = across * (reach / std::sqrt(dot(across, across)));
  along = cross(across, normal);
  std::vector<Solid> polygon{centre + along + across, centre + along - across, centre - along - across,
                             centre - along + across};
  for (int k = 0; k < 3; ++k) {
    polygon = cut(polygon, k, 0.0, -1.0);
    polygon = cut(polygon, k, world[static_cast<size_t>(k)], 1.0);
  }
  taker.polygon(polygon);
}

}  // namespace

void add_shape(const WallShape& shape, const std::vector<double>&, PieceTaker<2>& taker) {
  if (shape.circle) taker.line(round(shape.circle->at[0], shape.circle->at[1], shape.circle->radius), true);
  if (const auto& box = shape.box) {
    const double left = box->at[0], low = box->at[1], right = left + box->size[0], high = low + box->size[1];
    taker.line({{left, low}, {right, low}, {right, high}, {left, high}}, true);
  }
  std::vector<Flat> corners;
  for (const std::vector<double>& place : shape.points) corners.push_back(place_of<2>(place));
  if (!corners.empty()) taker.line(corners, shape.closed);
}

void add_shape(const WallShape& shape, const std::vector<double>& world, PieceTaker<3>& taker) {
  if (shape.box) add_box(*shape.box, taker);
  if (shape.cylinder) add_cylinder(*shape.cylinder, taker);
  if (shape.sphere) add_sphere(*shape.sphere, taker);
  if (shape.plane) add_plane(*shape.plane, world, taker);
}

}  // namespace murmur
