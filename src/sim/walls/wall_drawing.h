// What a picture shows of a scenario's walls: lines in two dimensions, with the area of closed outlines; triangles in three, with the
// edges at which their surface bends or ends. The same for the program and the web page.
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
  std::vector<Corner> corners;  ///< corners of triangles: areas in two dimensions, surfaces in three
  std::vector<Corner> normals;  ///< 3D: unit normal at each corner, to either side
  Corner low{}, high{};         ///< a box around all
};

/// Drawing of the pieces that a run has; no file is read again. @throws UserError as wall_pieces() does.
WallDrawing wall_drawing(const Scenario& scenario);

}  // namespace murmur
