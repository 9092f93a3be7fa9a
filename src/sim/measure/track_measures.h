// Applies the measures of metrics.h, flock_shape.h and flock_motion.h to tracks: to each of many frames, on several
// threads. Animals that are absent from a frame are left out of it. Used by Python.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// Refers to tracks without owning them. An animal with a NaN in its position or velocity is absent from that frame.
struct TrackFrames {
  const double* positions = nullptr;   ///< (frames, animals, D) [unit]
  const double* velocities = nullptr;  ///< (frames, animals, D) [unit/s]
  int64_t frames = 0, animals = 0;
  int dimensions = 2;

  bool has(int64_t frame, int64_t animal) const {
    const double *const p = place(frame, animal), *const v = velocity(frame, animal);
    double sum = 0.0;  // NaN if one of the numbers is NaN
    for (int k = 0; k < dimensions; ++k) sum += p[k] * 0.0 + v[k] * 0.0;
    return sum == 0.0;
  }
  /// The first coordinate of an animal's position. velocity() is the same for velocities.
  const double* place(int64_t frame, int64_t animal) const { return positions + at(frame, animal); }
  const double* velocity(int64_t frame, int64_t animal) const { return velocities + at(frame, animal); }

 private:
  int64_t at(int64_t frame, int64_t animal) const { return (frame * animals + animal) * dimensions; }
};

/// The space of the animals, and the radius within which they are neighbours.
struct TrackSpace {
  std::vector<double> world;  ///< (D,) size of a periodic space; empty: the space is open
  double radius = 0.0;        ///< radius of neighbours; 0: unknown
};

struct FrameValues {
  std::vector<std::string> names;
  std::vector<double> values;  ///< (names, frames) values
};

/// Velocities of all positions, (frames, animals, D): central differences, one-sided at the ends and next to NaN; in
/// a periodic space, along the shorter way. `rate`: frames per second.
void track_velocities(const TrackFrames& tracks, const TrackSpace& space, double rate, double* velocities,
                      ThreadPool& pool);
/// Measures each frame. Without a radius, values that depend on it are NaN.
FrameValues track_metrics(const TrackFrames& tracks, const TrackSpace& space, ThreadPool& pool);
/// Measures the shape in each frame. Without a radius, all animals are one cluster. @throws UserError: a periodic
/// space without a radius.
FrameValues track_shape(const TrackFrames& tracks, const TrackSpace& space, ThreadPool& pool);
/// Compares each frame from `lag` on with the one `lag` frames before, for the animals present in both; NaN for
/// earlier frames. @throws UserError as track_shape().
FrameValues track_motion(const TrackFrames& tracks, const TrackSpace& space, int64_t lag, ThreadPool& pool);

}  // namespace murmur
