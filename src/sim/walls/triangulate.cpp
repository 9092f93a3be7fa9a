#include "sim/walls/triangulate.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace murmur {
namespace {

struct Point {
  double x, y;
};

/// Twice the signed area of a triangle; positive if its corners turn to the left.
double turn(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The corners projected on the plane of two axes in which the face is largest, so that it turns to the left.
std::vector<Point> flattened(std::span<const uint32_t> corners, const Mesh& mesh) {
  double normal[3] = {0.0, 0.0, 0.0};  // normal by Newell's method
  for (size_t k = 0; k < corners.size(); ++k) {
    const Vec<double, 3>&a = mesh.vertices[corners[k]], &b = mesh.vertices[corners[(k + 1) % corners.size()]];
    for (int axis = 0; axis < 3; ++axis) {
      const int u = (axis + 1) % 3, w = (axis + 2) % 3;
      normal[axis] += (a[u] - b[u]) * (a[w] + b[w]);
    }
  }
  int axis = 0;
  for (int k = 1; k < 3; ++k)
    if (std::fabs(normal[k]) > std::fabs(normal[axis])) axis = k;
  if (normal[axis] ==
      0.0) {  // a self-crossing outline may enclose no area: projects along its shortest extent
    double extent[3] = {0.0, 0.0, 0.0};
    for (const uint32_t corner : corners)
      for (int k = 0; k < 3; ++k)
        extent[k] = std::max(extent[k], std::fabs(mesh.vertices[corner][k] - mesh.vertices[corners[0]][k]));
    axis = static_cast<int>(std::min_element(extent, extent + 3) - extent);
  }
  int u = (axis + 1) % 3, w = (axis + 2) % 3;
  if (normal[axis] < 0.0) std::swap(u, w);
  std::vector<Point> points;
  for (const uint32_t corner : corners)
    points.push_back({mesh.vertices[corner][u], mesh.vertices[corner][w]});
  return points;
}

bool is_convex(const std::vector<Point>& points) {
  const size_t n = points.size();
  double around = 0.0;  // sum of all turns: 2 pi, or more if the outline goes around several times
  for (size_t k = 0; k < n; ++k) {
    const Point &a = points[k], &b = points[(k + 1) % n], &c = points[(k + 2) % n];
    const double left = turn(a, b, c);
    if (left < 0.0) return false;
    around += std::atan2(left, (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y));
  }
  return around < 9.0;
}

/// Whether a corner can be cut off: it turns to the left, and its triangle contains no other corner.
bool is_ear(const std::vector<Point>& points, const std::vector<size_t>& left, size_t k) {
  const size_t n = left.size(), before = left[(k + n - 1) % n], at = left[k], after = left[(k + 1) % n];
  const Point &a = points[before], &b = points[at], &c = points[after];
  if (turn(a, b, c) <= 0.0) return false;
  for (const size_t other : left) {
    if (other == before || other == at || other == after) continue;
    const Point& p = points[other];
    const bool corner =
        (p.x == a.x && p.y == a.y) || (p.x == b.x && p.y == b.y) || (p.x == c.x && p.y == c.y);
    if (!corner && turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0) return false;
  }
  return true;
}

/// Cuts off one corner after the other from the remaining outline. @returns false if no corner can be cut off.
bool cut_ears(const std::vector<Point>& points, std::span<const uint32_t> corners, Mesh& mesh) {
  std::vector<size_t> left(corners.size());
  std::iota(left.begin(), left.end(), size_t{0});
  const auto around = [&](size_t k, size_t to) { return left[(k + to) % left.size()]; };
  const auto is_flat = [&](size_t k) {  // a corner in line with its neighbours has no area
    return turn(points[around(k, left.size() - 1)], points[left[k]], points[around(k, 1)]) == 0.0;
  };
  const auto first = [&](const auto& fits) {
    size_t k = 0;
    while (k < left.size() && !fits(k)) ++k;
    return k;
  };
  while (left.size() > 2) {
    size_t ear = first([&](size_t k) { return is_ear(points, left, k); });
    if (ear == left.size()) ear = first(is_flat);
    if (ear == left.size()) return false;
    mesh.triangles.push_back(
        {corners[around(ear, left.size() - 1)], corners[left[ear]], corners[around(ear, 1)]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  return true;
}

}  // namespace

bool triangulate(std::span<const uint32_t> corners, Mesh& mesh) {
  const bool triangle = corners.size() == 3;  // most faces are triangles
  const std::vector<Point> points = triangle ? std::vector<Point>() : flattened(corners, mesh);
  if (!triangle && !is_convex(points)) {
    const size_t before = mesh.triangles.size();
    const bool whole = cut_ears(points, corners, mesh);
    if (!whole) mesh.triangles.resize(before);
    return whole;
  }
  for (size_t k = 1; k + 1 < corners.size(); ++k)
    mesh.triangles.push_back({corners[0], corners[k], corners[k + 1]});
  return true;
}

}  // namespace murmur
