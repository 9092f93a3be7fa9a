// The shape and the order of the largest cluster of a flock, as field studies of starlings measure them, in float64.
// Formulas, units and sources: docs/metrics.md. Owns no state of a run; used by run, Python, figures and tests.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// Shape of the largest cluster. Values that cannot be computed (too few boids, 2D) are NaN. A cluster that closes
/// around a periodic world has no middle and no outline: only the values before `axes`, flight_vertical and `closes`
/// are set.
struct FlockShape {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  int64_t step = 0;
  int64_t boids = 0;                                ///< boids of the largest cluster
  double largest_share = kNone;                     ///< share of all boids that are in the largest cluster
  double polarisation = kNone;                      ///< 0 (disorder) .. 1 (all parallel)
  double speed_mean = kNone, speed_sd = kNone;      ///< [world units / unit time]
  std::array<double, 3> axes{kNone, kNone, kNone};  ///< the ellipsoid's, shortest first [world units]
  double ratio_21 = kNone, ratio_31 = kNone;        ///< second, and in 3D third, axis / the first
  double axis_vertical = kNone;                     ///< |shortest axis . last coordinate|, 0..1
  double flight_vertical = kNone;                   ///< |direction of flight . last coordinate|, 0..1
  double nearest = kNone;                           ///< r1, mean distance to the nearest [world units]
  double density = kNone;                           ///< boids per area or volume of the ellipsoid of the axes
  double scaled_nearest = kNone;                    ///< r1 density^(1/D)
  double edge = kNone,
         edge_uniform = kNone;  ///< r1 at the edge / r1 in the middle; the same ratio for a uniform cloud
  double anisotropy_1 = kNone,
         anisotropy_7 = kNone;  ///< gamma of the first and the seventh neighbour, 0..1; 3D
  double size = kNone;          ///< L: largest distance between two boids of a sample [world units]
  double velocity_reach = kNone, speed_reach = kNone;  ///< correlation lengths xi [world units]
  double opacity_side = kNone,
         opacity_below =
             kNone;  ///< share of the outline that boids cover, across the flight and from below, 0..1; 3D
  double closes = kNone;  ///< number of axes of the world around which the cluster closes
};

/// Measures the largest cluster; the result does not depend on the number of threads.
template <class T>
FlockShape measure_shape(const State<T>& state, const Scenario& scenario, ThreadPool& pool);

/// All values but step and boids, by column name.
std::vector<std::pair<std::string_view, double>> shape_values(const FlockShape& shape);
/// Header line of a CSV: `step,boids,largest_share,...`
std::string shape_header();
/// One CSV line without its end; undefined values are empty.
std::string shape_row(const FlockShape& shape);

}  // namespace murmur
