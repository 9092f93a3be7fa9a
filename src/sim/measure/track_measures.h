// The measures of metrics.h, flock_shape.h and flock_motion.h for tracks: of each of many frames, on threads that take frames in turn.
// Animals that are not in a frame are left out of it. Used by Python.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// Owns nothing. An animal with a NaN in its place or velocity is not in that frame.
struct TrackFrames {
  const double* positions = nullptr;   ///< (frames, animals, D) [unit]
  const double* velocities = nullptr;  ///< (frames, animals, D) [unit/s]
  int64_t frames = 0, animals = 0;
  int dimensions = 2;

  bool has(int64_t frame, int64_t animal) const {
    const double *const p = place(frame, animal), *const v = velocity(frame, animal);
    double sum = 0.0;  // NaN if one is
    for (int k = 0; k < dimensions; ++k) sum += p[k] * 0.0 + v[k] * 0.0;
    return sum == 0.0;
  }
  /// The first number of an animal's place, and of its velocity.
  const double* place(int64_t frame, int64_t animal) const { return positions + at(frame, animal); }
  const double* velocity(int64_t frame, int64_t animal) const { return velocities + at(frame, animal); }

 private:
  int64_t at(int64_t frame, int64_t animal) const { return (frame * animals + animal) * dimensions; }
};

/// The space of the animals, and within how much they are neighbours.
struct TrackSpace {
  std::vector<double> world;  ///< (D,) of a periodic space; empty: it is open
  double radius = 0.0;        ///< 0: none is known
};

struct FrameValues {
  std::vector<std::string> names;
  std::vector<double> values;  ///< (names, frames)
};

/// Velocities of all places, (frames, animals, D): central differences, one-sided at the ends and beside places that are NaN, in a
/// periodic space the shorter way. `rate`: frames a second.
void track_velocities(const TrackFrames& tracks, const TrackSpace& space, double rate, double* velocities,
                      ThreadPool& pool);
/// Measures each frame. If there is no radius, the values that depend on it are NaN.
FrameValues track_metrics(const TrackFrames& tracks, const TrackSpace& space, ThreadPool& pool);
/// Measures the shape in each frame. If there is no radius, all animals are one cluster. @throws UserError: periodic and no radius.
FrameValues track_shape(const TrackFrames& tracks, const TrackSpace& space, ThreadPool& pool);
/// Compares each frame from `lag` on with the one `lag` frames before, for the animals that are in both; NaN before. @throws UserError, too.
FrameValues track_motion(const TrackFrames& tracks, const TrackSpace& space, int64_t lag, ThreadPool& pool);

}  // namespace murmur
