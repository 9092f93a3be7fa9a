// Metrics of one state: order, rotation, density and clusters, in float64.
// Formulas and their sources: docs/metrics.md. Owns no state of a run; used by run, sweeps and tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "sim/measure/species_metrics.h"
#include "sim/scenario/scenario.h"
#include "sim/state/state.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// Metrics of one state. Values that are undefined for the state (no boids, no neighbours, no previous state) are NaN.
struct Metrics {
  static constexpr double kNone = SpeciesMetrics::kNone;

  int64_t step = 0;
  double polarisation = kNone;     ///< 0 (disorder) .. 1 (all parallel)
  double milling = kNone;          ///< 2D: -1..1, anticlockwise positive; 3D: 0..1
  double nearest_mean = kNone;     ///< mean distance to the nearest neighbour [world units]
  double neighbours_mean = kNone;  ///< mean number of boids within R, whatever the field of view
  int64_t neighbours_max = 0;
  double neighbours_p99 = kNone;                ///< 99th percentile by nearest rank
  double neighbours_cv = kNone;                 ///< standard deviation / mean
  double neighbourhood_polarisation = kNone;    ///< 0..1, over boids with a neighbour
  double speed_mean = kNone, speed_sd = kNone;  ///< [world units / unit time]
  int64_t clusters = 0;                         ///< number of groups of boids connected within R
  double largest_share = kNone;                 ///< boids in the largest cluster / all boids
  double delta_v_mean = kNone;                  ///< mean |v - v one step before| [world units / unit time]
  /// Share of other species among the nearest 7 / that share in a random mixture (Lewandowski & Pommerening 1997); 0:
  /// species are separate.
  double mixing = kNone;
  std::vector<SpeciesMetrics> species;  ///< measures of each species; empty in a flock without species
};

/// Metrics with the names of the species but no values, e.g. for a header.
Metrics metrics_without_values(const Scenario& scenario);

/// Calls visit(name, value, whether the state alone determines it) in the order of CSV files and of Python, without the step.
template <class Visit>
void each_metric(const Metrics& m, const Visit& visit) {
  visit("polarisation", m.polarisation, true);
  visit("milling", m.milling, true);
  visit("nearest_mean", m.nearest_mean, true);
  visit("neighbours_mean", m.neighbours_mean, true);
  visit("neighbours_max", m.neighbours_max, true);
  visit("neighbours_p99", m.neighbours_p99, true);
  visit("neighbours_cv", m.neighbours_cv, true);
  visit("neighbourhood_polarisation", m.neighbourhood_polarisation, true);
  visit("speed_mean", m.speed_mean, true);
  visit("speed_sd", m.speed_sd, true);
  visit("clusters", m.clusters, true);
  visit("largest_share", m.largest_share, true);
  visit("delta_v_mean", m.delta_v_mean, false);
  if (!m.species.empty()) visit("mixing", m.mixing, true);
  for (const SpeciesMetrics& one : m.species) {
    visit((one.name + ".count").c_str(), one.count, true);
    visit((one.name + ".speed_mean").c_str(), one.speed_mean, true);
    visit((one.name + ".polarisation").c_str(), one.polarisation, true);
    visit((one.name + ".nearest_own").c_str(), one.nearest_own, true);
    visit((one.name + ".nearest_other").c_str(), one.nearest_other, true);
  }
}

/// Checks the numbers of a flock. @throws RunError: one of them, or its square, is not finite.
template <class T>
void check_measurable(const State<T>& state) {
  check_finite(state, "measured", 1e150);
}

/// Value of `same_ids` for two states between which no boid was removed.
inline constexpr int64_t kAllIds = std::numeric_limits<int64_t>::max();

/// Measures flocks one after the other, reusing memory.
template <class T>
class FlockMeter {
 public:
  explicit FlockMeter(ThreadPool& pool);
  ~FlockMeter();

  /// Measures a flock; the result does not depend on the number of threads. `velocity_before`, (count, D): velocities
  /// one step before. Ids below `same_ids` name the same boids in both; other boids are left out of delta_v_mean.
  Metrics measure(const State<T>& state, const Scenario& scenario,
                  const std::vector<T>* velocity_before = nullptr, int64_t same_ids = kAllIds);

 private:
  struct Flocks;
  std::unique_ptr<Flocks> flocks_;
};

/// Measures a single flock.
template <class T>
Metrics measure(const State<T>& state, const Scenario& scenario, ThreadPool& pool,
                const std::vector<T>* velocity_before = nullptr, int64_t same_ids = kAllIds) {
  return FlockMeter<T>(pool).measure(state, scenario, velocity_before, same_ids);
}

/// Header line of a CSV: `step,polarisation,...`, in the order of each_metric(), with columns for the species of `like`.
std::string metrics_header(const Metrics& like = {});
/// One CSV line without its end; undefined values are empty.
std::string metrics_row(const Metrics& metrics);

}  // namespace murmur
