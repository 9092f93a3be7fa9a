// The force map of tracks in 2D: an animal's mean acceleration as a function of a neighbour's position in the
// animal's own frame (Katz et al. 2011, Herbert-Read et al. 2011). Formulas: docs/tracks.md. Used by Python.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/measure/track_measures.h"
#include "sim/util/thread_pool.h"

namespace murmur {

struct ForceMapChoice {
  double reach = 0.0;   ///< half width of the map, ahead and to the left [unit]
  size_t bins = 0;      ///< number of bins on each axis
  bool nearest = true;  ///< whether only the nearest neighbour counts
};

/// Map of (bins, bins), row-major: rows by how far ahead the neighbour is, columns by how far to the left.
struct ForceMap {
  std::vector<double> count, along, across;  ///< pairs; sums ahead, and to the left [unit/s^2]
  std::vector<double> along_squares;         ///< sums of squares, for standard errors
};

/// Computes the map. `accelerations` has the shape of velocities. `focal`, `seen`: (frames, animals), 1 for animals
/// whose acceleration counts, and for those that may be neighbours. The result does not depend on the number of
/// threads.
ForceMap force_map(const TrackFrames& tracks, const TrackSpace& space, const double* accelerations,
                   const uint8_t* focal, const uint8_t* seen, const ForceMapChoice& choice, ThreadPool& pool);

}  // namespace murmur
