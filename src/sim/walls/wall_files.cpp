#include "sim/walls/wall_files.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "sim/util/errors.h"
#include "sim/walls/mesh_file.h"
#include "sim/walls/outlines.h"

namespace murmur {
namespace {

using Solid = Vec<double, 3>;

std::string text_of(const Solid& place) { return fmt::format("[{}, {}, {}]", place[0], place[1], place[2]); }

/// Moves the vertices to where they are in the world, rounded to float32.
void place_vertices(const Scenario& scenario, const WallShape& shape, Mesh& mesh) {
  const double scale = shape.scale.value_or(1.0);
  for (size_t vertex = 0; vertex < mesh.vertices.size(); ++vertex) {
    Solid& place = mesh.vertices[vertex];
    for (int k = 0; k < 3; ++k) {
      const size_t axis = static_cast<size_t>(k);
      const double x = place[k] * scale + (shape.at ? (*shape.at)[axis] : 0.0),
                   side = scenario.world.size[axis];
      place[k] = static_cast<double>(static_cast<float>(x) + 0.0f);
      if (has_walls(scenario.world.boundary) && !(x >= 0.0 && x <= side))
        throw UserError(fmt::format(
            "{}: its vertex {} is at {} on axis {}; allowed: inside the world, 0 to {}, by at and "
            "scale, or anywhere with world.boundary = \"soft\" or \"open\"",
            shape.mesh, vertex, x, k, side));
      if (!(std::abs(x) <= 1e9))
        throw UserError(fmt::format("{}: its vertex {} is at {} on axis {}; allowed: -1e9 to 1e9", shape.mesh,
                                    vertex, x, k));
    }
  }
}

/// The first vertex at the place of each vertex: files repeat them.
std::vector<uint32_t> joined_vertices(const Mesh& mesh) {
  std::vector<uint32_t> order(mesh.vertices.size()), joined(order.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto place = [&](uint32_t k) {
    const Solid& p = mesh.vertices[k];
    return std::array{p[0], p[1], p[2]};
  };
  std::sort(order.begin(), order.end(),
            [&](uint32_t a, uint32_t b) { return place(a) != place(b) ? place(a) < place(b) : a < b; });
  for (size_t k = 0; k < order.size(); ++k)
    joined[order[k]] = k > 0 && place(order[k]) == place(order[k - 1]) ? joined[order[k - 1]] : order[k];
  return joined;
}

/// @throws UserError unless each edge is of two triangles.
void check_closed(const std::string& path, const Mesh& mesh) {
  const std::vector<uint32_t> joined = joined_vertices(mesh);
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (const auto& triangle : mesh.triangles) {
    const uint32_t a = joined[triangle[0]], b = joined[triangle[1]], c = joined[triangle[2]];
    if (a == b || b == c || c == a) continue;  // the triangle has no area
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
      edges.push_back(std::minmax(from, to));
  }
  std::sort(edges.begin(), edges.end());
  for (size_t k = 0; k < edges.size();) {
    size_t next = k;
    while (next < edges.size() && edges[next] == edges[k]) ++next;
    if (next - k != 2)
      throw UserError(fmt::format(
          "{}: its edge from {} to {} is of {}; allowed: a closed mesh, each edge of exactly two, "
          "or side = \"both\"",
          path, text_of(mesh.vertices[edges[k].first]), text_of(mesh.vertices[edges[k].second]),
          next - k == 1 ? "one triangle" : fmt::format("{} triangles", next - k)));
    k = next;
  }
}

}  // namespace

void add_mesh(const Scenario& scenario, const WallShape& shape, PieceTaker<3>& taker) {
  Mesh mesh = read_mesh(shape.mesh);
  place_vertices(scenario, shape, mesh);
  if (shape.side != WallSide::kBoth) check_closed(shape.mesh, mesh);
  for (const auto& [a, b, c] : mesh.triangles)
    taker.triangle(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
}

void add_image(const Scenario& scenario, const WallShape& shape, PieceTaker<2>& taker) {
  const Picture picture = read_picture(shape.image);
  const std::vector<Outline> outlines = dark_outlines(picture, kMostPieces);
  if (outlines.empty())
    throw UserError(
        fmt::format("{}: has no dark pixel; allowed: a picture with some that are less than half as "
                    "light as white",
                    shape.image));
  const double pixels[] = {static_cast<double>(picture.columns), static_cast<double>(picture.rows)};
  for (const Outline& outline : outlines) {
    std::vector<Vec<double, 2>> corners = outline;
    for (Vec<double, 2>& corner : corners)
      for (int k = 0; k < 2; ++k) {
        const size_t axis = static_cast<size_t>(k);
        corner[k] = (shape.at ? (*shape.at)[axis] : 0.0) +
                    corner[k] / pixels[k] * (shape.size ? (*shape.size)[axis] : scenario.world.size[axis]);
      }
    taker.line(corners, true);
  }
}

}  // namespace murmur
