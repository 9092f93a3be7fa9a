// The walls of a scenario as a step reads them: facets and the cells that know those near them (model/walls/walls.h).
#pragma once

#include <cstdint>
#include <vector>

#include "model/parameters.h"
#include "sim/scenario/scenario.h"
#include "sim/walls/wall_pieces.h"

namespace murmur {

/// The arrays behind Walls, and what they were made from: they are made again only if that changes.
template <class T, int D>
struct WallArrays {
  KeptWalls<D> pieces;
  std::vector<Facet<T, D>> facets;
  std::vector<uint32_t> wall_of;
  std::vector<WallRules<T>> rules;
  std::vector<uint32_t> starts;
  std::vector<NearFacet> near;
  Walls<T, D> grid;                                    ///< its numbers; views are set by make_walls
  const std::vector<WallPiece<D>>* made_of = nullptr;  ///< the facets, with the numbers of made_with
  std::vector<double> made_with;  ///< reaches, the longest way, metric and sides of the world
};

/// The walls of a scenario, which has `pieces`.
template <class T, int D>
Walls<T, D> make_walls(const Scenario& scenario, const std::vector<WallPiece<D>>& pieces,
                       WallArrays<T, D>& arrays);

/// @throws UserError as wall_pieces() does.
template <class T, int D>
Walls<T, D> make_walls(const Scenario& scenario, WallArrays<T, D>& arrays);

}  // namespace murmur
