// How boids of the largest cluster move within their flock between two states, as studies of starlings measure it, in float64.
// Formulas, units and source: docs/metrics.md. Owns no state of a run; used by Python, figures and tests.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

#include "sim/measure/metrics.h"
#include "sim/scenario/scenario.h"
#include "sim/state/state.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// Motion of the largest cluster. Values that cannot be computed (too few boids) are NaN.
struct FlockMotion {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  int64_t boids = 0;                    ///< boids of the largest cluster that are also in `before`
  double squared_displacement = kNone;  ///< mean, relative to the mean displacement [world units^2]
  double neighbours_kept = kNone;       ///< share of the nearest 10 that stay so (Q10), 0..1
};

/// Measures the motion of a flock from `before` to `state`. Ids below `same_ids` name the same boids in both. The
/// result does not depend on the number of threads.
/// thread count.
template <class T>
FlockMotion measure_motion(const State<T>& before, const State<T>& state, const Scenario& scenario,
                           ThreadPool& pool, int64_t same_ids = kAllIds);

/// The values of `motion` but `boids`, by name.
std::array<std::pair<std::string_view, double>, 2> motion_values(const FlockMotion& motion);

}  // namespace murmur
