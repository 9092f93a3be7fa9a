// The force map of tracks in 2D: the mean acceleration of an animal by the place of a neighbour in its frame (Katz et al. 2011,
// Herbert-Read et al. 2011). Formulas: docs/tracks.md. Used by Python.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/measure/track_measures.h"
#include "sim/util/thread_pool.h"

namespace murmur {

struct ForceMapChoice {
  double reach = 0.0;   ///< the map shows -reach to reach, ahead and to the left [unit]
  size_t bins = 0;      ///< number on each axis
  bool nearest = true;  ///< the nearest neighbour alone
};

/// (bins, bins), row-major: rows by how far the neighbour is ahead, columns by how far it is to the left.
struct ForceMap {
  std::vector<double> count, along, across;  ///< across: to the left; sums [unit/s^2]
  std::vector<double> along_squares;         ///< give standard errors
};

/// `accelerations`: as velocities. `focal`: (frames, animals), 1 for those whose acceleration counts; `seen`: 1 for those that may be
/// neighbours. The same numbers for every thread count.
ForceMap force_map(const TrackFrames& tracks, const TrackSpace& space, const double* accelerations,
                   const uint8_t* focal, const uint8_t* seen, const ForceMapChoice& choice, ThreadPool& pool);

}  // namespace murmur
