// Makes pieces of walls from files: meshes and pictures. Used by wall_pieces.cpp.
#pragma once

#include <cstddef>

#include "sim/scenario/scenario.h"

namespace murmur {

inline constexpr size_t kMostPieces = 1'000'000;  ///< limit for all walls of a scenario together

/// Adds the triangles of a mesh file. @throws UserError: "PATH: ...".
void add_mesh(const Scenario& scenario, const WallShape& shape, PieceTaker<3>& taker);
void add_image(const Scenario& scenario, const WallShape& shape, PieceTaker<2>& taker);

}  // namespace murmur
