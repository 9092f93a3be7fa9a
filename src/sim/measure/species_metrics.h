// Metrics of each species of a flock, and how far species are mixed (docs/metrics.md). Used by metrics.h.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "sim/measure/points.h"
#include "sim/scenario/scenario.h"
#include "sim/state/state.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// Measures of the boids of one species.
struct SpeciesMetrics {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  std::string name;
  int64_t count = 0;
  double speed_mean = kNone;     ///< [world units / unit time]
  double polarisation = kNone;   ///< 0 (disorder) .. 1 (all parallel)
  double nearest_own = kNone;    ///< mean distance to the nearest of the same species [world units]
  double nearest_other = kNone;  ///< mean distance to the nearest of any other species [world units]
};

/// Extracts the boids of the species with this name. @throws UserError: the flock has no such species.
State<float> boids_of_species(const State<float>& state, const Scenario& scenario, const std::string& name);

/// Fills `metrics`, which must have the names of all species, from points, `unit` velocities, `speed` and `species`
/// index of each boid. @returns how far species are mixed; NaN if all boids are of one species.
template <int D>
double measure_species(const Points<D>& points, const typename Points<D>::Axes& unit,
                       const std::vector<double>& speed, const std::vector<uint32_t>& species,
                       ThreadPool& pool, std::vector<SpeciesMetrics>& metrics);

}  // namespace murmur
