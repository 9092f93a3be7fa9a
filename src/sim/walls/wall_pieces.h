// Walls of a scenario as segments or triangles: what a step, a start and a picture have of them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/vec.h"
#include "sim/scenario/scenario.h"

namespace murmur {

/// A segment in two dimensions, a triangle in three.
template <int D>
struct WallPiece {
  Vec<double, D> corner[D];  ///< rounded to float32: the same in all precisions
  uint32_t wall;             ///< index of its [[wall]]
};

/// All walls of a scenario, in file order, without pieces that have no length or area.
/// @throws UserError with the wall and what is allowed.
template <int D>
std::vector<WallPiece<D>> wall_pieces(const Scenario& scenario);

}  // namespace murmur
