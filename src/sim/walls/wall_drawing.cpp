#include "sim/walls/wall_drawing.h"

#include <algorithm>
#include <cmath>

#include "sim/walls/even_odd.h"
#include "sim/walls/wall_pieces.h"

namespace murmur {
namespace {

using Corner = WallDrawing::Corner;

constexpr double kBend = 0.64;  ///< cosine of 50 degrees: edges that bend less are not drawn

template <int D>
Corner corner_of(const Vec<double, D>& at) {
  Corner corner{};
  for (int k = 0; k < D; ++k) corner[static_cast<size_t>(k)] = static_cast<float>(at[k]);
  return corner;
}

double product(const Corner& a, const Corner& b) {
  return double{a[0]} * double{b[0]} + double{a[1]} * double{b[1]} + double{a[2]} * double{b[2]};
}
Corner minus(const Corner& a, const Corner& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Corner unit(Corner a) {
  const double length = std::sqrt(product(a, a));
  for (float& x : a) x = length > 0.0 ? static_cast<float>(double{x} / length) : 0.0f;
  return a;
}

void add_areas(const Scenario& scenario, const std::vector<WallPiece<2>>& pieces, WallDrawing& drawing) {
  for (size_t k = 0; k < pieces.size();) {
    const uint32_t wall = pieces[k].wall;
    std::vector<WallPiece<2>> outlines;
    for (; k < pieces.size() && pieces[k].wall == wall; ++k) outlines.push_back(pieces[k]);
    if (scenario.walls[wall].side == WallSide::kOutside && scenario.walls[wall].encloses())
      fill_even_odd(outlines, drawing.corners);
  }
}

/// An edge of a triangle, and the direction from it to the triangle's third corner.
struct DrawnEdge {
  Corner from, to, inwards;
  bool is(const DrawnEdge& other) const { return from == other.from && to == other.to; }
};

/// Draws edges of one triangle, edges of more than two, and edges at which two triangles bend.
void add_edges(std::vector<DrawnEdge>& edges, WallDrawing& drawing) {
  std::sort(edges.begin(), edges.end(), [](const DrawnEdge& a, const DrawnEdge& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  for (size_t k = 0, next = 0; k < edges.size(); k = next) {
    while (next < edges.size() && edges[next].is(edges[k])) ++next;
    if (next - k != 2 || product(edges[k].inwards, edges[k + 1].inwards) > -kBend)
      drawing.lines.push_back({edges[k].from, edges[k].to});
  }
}

void add_surfaces(const std::vector<WallPiece<3>>& pieces, WallDrawing& drawing) {
  std::vector<DrawnEdge> edges;
  edges.reserve(3 * pieces.size());
  for (const WallPiece<3>& piece : pieces) {
    const std::array<Corner, 3> at{corner_of(piece.corner[0]), corner_of(piece.corner[1]),
                                   corner_of(piece.corner[2])};
    const Corner a = unit(minus(at[1], at[0])), b = unit(minus(at[2], at[0]));
    const Corner normal =
        unit({a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]});
    for (size_t k = 0; k < 3; ++k) {
      drawing.corners.push_back(at[k]);
      drawing.normals.push_back(normal);
      const Corner &from = std::min(at[k], at[(k + 1) % 3]), &to = std::max(at[k], at[(k + 1) % 3]);
      const Corner along = unit(minus(to, from));
      Corner inwards = minus(at[(k + 2) % 3], from);
      const auto way = static_cast<float>(product(inwards, along));
      for (size_t axis = 0; axis < 3; ++axis) inwards[axis] -= way * along[axis];
      edges.push_back({from, to, unit(inwards)});
    }
  }
  add_edges(edges, drawing);
}

template <int D>
void add_box(const std::vector<WallPiece<D>>& pieces, WallDrawing& drawing) {
  if (!pieces.empty()) drawing.low = drawing.high = corner_of(pieces.front().corner[0]);
  for (const WallPiece<D>& piece : pieces) {
    for (const auto& place : piece.corner) {
      const Corner corner = corner_of(place);
      for (size_t k = 0; k < 3; ++k) {
        drawing.low[k] = std::min(drawing.low[k], corner[k]);
        drawing.high[k] = std::max(drawing.high[k], corner[k]);
      }
    }
  }
}

}  // namespace

WallDrawing wall_drawing(const Scenario& scenario) {
  WallDrawing drawing;
  if (scenario.dimensions() == 2) {
    KeptWalls<2> walls;
    const std::vector<WallPiece<2>>& pieces = walls.pieces_of(scenario);
    for (const WallPiece<2>& piece : pieces)
      drawing.lines.push_back({corner_of(piece.corner[0]), corner_of(piece.corner[1])});
    add_areas(scenario, pieces, drawing);
    add_box(pieces, drawing);
  } else {
    KeptWalls<3> walls;
    const std::vector<WallPiece<3>>& pieces = walls.pieces_of(scenario);
    add_surfaces(pieces, drawing);
    add_box(pieces, drawing);
  }
  return drawing;
}

}  // namespace murmur
