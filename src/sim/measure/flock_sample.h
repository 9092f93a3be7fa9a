// Measures of the current flock for the window, computed twice a second: polarisation and speeds of all boids,
// neighbours of a sample. The definitions are those of metrics.h. Owns nothing.
#pragma once

#include <array>
#include <cstdint>

#include "sim/backends/flock_questions.h"
#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

struct FlockSample {
  static constexpr int kBins = kSpeedBins;

  int64_t step = 0, boids = 0;
  double polarisation = 0.0;           ///< 0..1; 0 without boids
  double speed_mean = 0.0;             ///< [world units / unit time]
  std::array<double, kBins> speeds{};  ///< shares of the boids by speed; the last bin has all above max speed
  double neighbours_mean = 0.0;        ///< mean number of boids within R, whatever the field of view
  int64_t sampled = 0;                 ///< boids whose neighbours were counted; if all, the mean is exact
  std::array<int64_t, kMostSpecies> species{};  ///< boids of each species; zeros if there is only one
};

/// Samples a flock on one thread. Counts the neighbours of `most_sampled` boids, or of fewer if that would need more
/// than `most_tests` distances.
FlockSample sample_flock(const State<float>& state, const Scenario& scenario,
                         int64_t most_sampled = kMostSampled, int64_t most_tests = 50'000'000);

/// Converts sums that a device has computed, of the flock after `step` steps, to a sample.
FlockSample sample_of(const FlockSums& sums, const Scenario& scenario, int64_t step);

}  // namespace murmur
