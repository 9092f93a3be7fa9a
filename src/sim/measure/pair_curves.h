// What depends on the distance of two animals, summed over frames of tracks: pairs for g(r), and products of the deviations of velocity
// and speed from the mean of a frame. Distances to the nearest. Formulas: docs/tracks.md. Used by Python.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/measure/track_measures.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// Where pairs can be, for the correction of g(r) by translation (Ohser 1983).
struct PairWindow {
  std::vector<double> size;  ///< (D,) sides of a box; its space is periodic if TrackSpace has a world
  double tank = 0.0;         ///< above 0: radius of a disc that replaces the box
};

/// Sums over unordered pairs, in classes of distance of equal width from 0 to `reach`.
struct PairCurves {
  std::vector<double> pairs;
  std::vector<double>
      weights;  ///< sums of volume of the window / volume that it shares with itself moved by the way of the pair
  std::vector<double> velocity_pairs,
      velocity;  ///< frames whose velocities are not all equal; mean square of a frame: 1
  std::vector<double> speed_pairs, speed;
  double possible = 0.0;  ///< sum over frames of n (n - 1)
};

/// `reach` is at most half of the shortest side of a periodic space. The same numbers for every thread count.
PairCurves pair_curves(const TrackFrames& tracks, const TrackSpace& space, const PairWindow& window,
                       double reach, size_t bins, ThreadPool& pool);

/// (frames, animals) distance to the nearest other one; NaN for those that are not there or alone.
std::vector<double> nearest_distances(const TrackFrames& tracks, const TrackSpace& space, ThreadPool& pool);

}  // namespace murmur
