// How a picture shows a scenario's walls: in two dimensions lines, and the area of closed outlines; in three
// triangles, and edges at which a surface bends or ends. Program and web page use the same drawing.
#pragma once

#include <array>
#include <vector>

#include "sim/scenario/scenario.h"

namespace murmur {

struct WallDrawing {
  using Corner = std::array<float, 3>;
  struct Line {
    Corner from, to;
  };
  std::vector<Line> lines;
  std::vector<Corner> corners;  ///< corners of triangles: areas in 2D, surfaces in 3D
  std::vector<Corner> normals;  ///< 3D: unit normal at each corner, on either side
  Corner low{}, high{};         ///< bounding box of all walls
};

/// Makes the drawing of a run's wall pieces, without reading files again. @throws UserError as wall_pieces() does.
WallDrawing wall_drawing(const Scenario& scenario);

}  // namespace murmur
