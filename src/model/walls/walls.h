// The walls of a step: facets, which are segments in 2D and triangles in 3D, and a grid of cells that lists the
// facets near each cell. Filled by sim/backends/wall_grid.cpp.
#pragma once

#include <cstdint>

#include "base/vec.h"
#include "base/view.h"

namespace murmur {

template <class T>
struct WallRules;  // model/tables.h

template <class T, int D>
struct Facet {
  Vec<T, D> corner[D];
  Vec<T, D> normal;  ///< unit vector to the side for which side_of_facet() is positive (facets.inl)
};

/// A facet near a cell, possibly across the border of a wrapped world: index of the facet and of its image.
struct NearFacet {
  /// An image is numbered 9 x + 3 y + z, where x, y and z are its shifts by -1, 0 or 1 worlds, plus 1.
  static constexpr uint32_t kImageBits = 5, kItself = 13;
  static constexpr int64_t kMost = int64_t{1} << (32 - kImageBits);
  uint32_t bits;
  static NearFacet of(uint32_t facet, uint32_t image) { return {facet << kImageBits | image}; }
  MURMUR_HD uint32_t facet() const { return bits >> kImageBits; }
  MURMUR_HD uint32_t image() const { return bits & ((1u << kImageBits) - 1u); }
};

template <class T, int D>
struct Walls {
  View<Facet<T, D>> facets;  ///< sorted as in the file
  View<uint32_t> wall_of;    ///< (facets,) index into `rules`
  View<WallRules<T>> rules;  ///< (walls,)
  View<uint32_t> starts;     ///< (cells + 1,) index of each cell's first entry in `near`
  View<NearFacet> near;      ///< sorted by cell: all facets within reach of their wall and within `part`
  Vec<T, D> world{};         ///< size of the world
  Vec<T, D> low{}, high{};   ///< bounds of the cells; no facets are outside
  T cells_per_length = 0;
  int32_t count[3] = {1, 1, 1};  ///< number of cells on each axis
  /// Longest part of a move, on any axis, that can meet only facets near its start.
  T part = 0;
  T skin = 0;            ///< distance to a facet at which a move stops; well above rounding errors
  bool avoided = false;  ///< whether some wall acts on boids before they touch it

  MURMUR_HD constexpr bool act() const { return facets.size > 0; }

  template <class Visit>
  void each_array(const Visit& visit) {
    visit(facets);
    visit(wall_of);
    visit(rules);
    visit(starts);
    visit(near);
  }
};

/// Range of `near` with the facets near a position.
struct NearFacets {
  uint32_t begin = 0, end = 0;
};

}  // namespace murmur
