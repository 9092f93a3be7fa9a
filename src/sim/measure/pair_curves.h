// Pair statistics by distance, summed over frames of tracks: pairs for g(r), and products of deviations of velocity
// and speed from the mean of a frame. Also nearest distances. Formulas: docs/tracks.md. Used by Python.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/measure/track_measures.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// Window that contains all animals, for the translation correction of g(r) (Ohser 1983).
struct PairWindow {
  std::vector<double> size;  ///< (D,) sides of a box; the space is periodic if TrackSpace has a world
  double tank = 0.0;         ///< radius of a disc that replaces the box; 0: none
};

/// Sums over unordered pairs, in classes of distance of equal width from 0 to `reach`.
struct PairCurves {
  std::vector<double> pairs;
  std::vector<double>
      weights;  ///< sums of window volume / volume that overlaps when moved by a pair's displacement
  std::vector<double> velocity_pairs,
      velocity;  ///< sums over frames with unequal velocities, normalised to a mean square of 1 in each frame
  std::vector<double> speed_pairs, speed;
  double possible = 0.0;  ///< sum over frames of n (n - 1)
};

/// Computes the curves. `reach`: at most half of the shortest side of a periodic space. The result does not depend on
/// the number of threads.
PairCurves pair_curves(const TrackFrames& tracks, const TrackSpace& space, const PairWindow& window,
                       double reach, size_t bins, ThreadPool& pool);

/// Distance of each animal to the nearest other one, (frames, animals); NaN for animals that are absent or alone.
std::vector<double> nearest_distances(const TrackFrames& tracks, const TrackSpace& space, ThreadPool& pool);

}  // namespace murmur
