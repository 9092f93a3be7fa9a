// The walls of a scenario for a step: facets, and cells with the facets near them (model/walls/walls.h).
#pragma once

#include <cstdint>
#include <vector>

#include "model/parameters.h"
#include "sim/scenario/scenario.h"
#include "sim/walls/wall_pieces.h"

namespace murmur {

/// Arrays behind Walls, and the inputs they were made from; make_walls() remakes them only if an input changes.
template <class T, int D>
struct WallArrays {
  KeptWalls<D> pieces;
  std::vector<Facet<T, D>> facets;
  std::vector<uint32_t> wall_of;
  std::vector<WallRules<T>> rules;
  std::vector<uint32_t> starts;
  std::vector<NearFacet> near;
  Walls<T, D> grid;                                    ///< sizes of the grid; make_walls() sets the views
  const std::vector<WallPiece<D>>* made_of = nullptr;  ///< the facets that the arrays were made of
  std::vector<double> made_with;  ///< reaches, longest path of a step, metric and sides of the world
};

/// Makes the wall arrays of a scenario whose facets are `pieces`.
template <class T, int D>
Walls<T, D> make_walls(const Scenario& scenario, const std::vector<WallPiece<D>>& pieces,
                       WallArrays<T, D>& arrays);

/// Makes the facets of a scenario's walls and their arrays. @throws UserError as wall_pieces() does.
template <class T, int D>
Walls<T, D> make_walls(const Scenario& scenario, WallArrays<T, D>& arrays);

}  // namespace murmur
