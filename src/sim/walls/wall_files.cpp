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

/// Moves the vertices to their positions in the world, rounded to float32.
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

/// The first vertex at the position of each vertex: files repeat vertices.
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

/// The triangle that represents a part; `joined` leads to it from each triangle of the part.
uint32_t first_joined(std::vector<uint32_t>& joined, uint32_t triangle) {
  while (joined[triangle] != triangle) triangle = joined[triangle] = joined[joined[triangle]];
  return triangle;
}

/// The closed part that each triangle belongs to. @throws UserError unless each edge belongs to two triangles.
std::vector<uint32_t> closed_parts(const std::string& path, const Mesh& mesh) {
  struct MeshEdge {
    uint32_t from, to, triangle;
    bool is(const MeshEdge& other) const { return from == other.from && to == other.to; }
  };
  const std::vector<uint32_t> joined = joined_vertices(mesh);
  std::vector<uint32_t> parts(mesh.triangles.size());
  std::iota(parts.begin(), parts.end(), 0u);
  std::vector<MeshEdge> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (const uint32_t triangle : parts) {
    const auto& [first, second, third] = mesh.triangles[triangle];
    const uint32_t a = joined[first], b = joined[second], c = joined[third];
    if (a == b || b == c || c == a) continue;  // the triangle has no area
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)})
      edges.push_back({std::min(from, to), std::max(from, to), triangle});
  }
  std::sort(edges.begin(), edges.end(), [](const MeshEdge& a, const MeshEdge& b) {
    return std::pair(a.from, a.to) < std::pair(b.from, b.to);
  });
  for (size_t k = 0; k < edges.size(); k += 2) {
    size_t next = k;
    while (next < edges.size() && edges[next].is(edges[k])) ++next;
    if (next - k != 2)
      throw UserError(fmt::format(
          "{}: its edge from {} to {} is of {}; allowed: a closed mesh, each edge of exactly two, "
          "or side = \"both\"",
          path, text_of(mesh.vertices[edges[k].from]), text_of(mesh.vertices[edges[k].to]),
          next - k == 1 ? "one triangle" : fmt::format("{} triangles", next - k)));
    parts[first_joined(parts, edges[k].triangle)] = first_joined(parts, edges[k + 1].triangle);
  }
  for (uint32_t& part : parts) part = first_joined(parts, part);
  return parts;
}

}  // namespace

void add_mesh(const Scenario& scenario, const WallShape& shape, PieceTaker<3>& taker) {
  Mesh mesh = read_mesh(shape.mesh);
  place_vertices(scenario, shape, mesh);
  std::vector<uint32_t> parts(mesh.triangles.size());
  if (shape.side != WallSide::kBoth) parts = closed_parts(shape.mesh, mesh);
  for (size_t k = 0; k < parts.size(); ++k) {
    const auto& [a, b, c] = mesh.triangles[k];
    taker.triangle(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c], parts[k]);
  }
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
