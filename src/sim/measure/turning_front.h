// How a turn that a few boids are made to begin spreads through the largest cluster of a flock. Two runs are compared that
// are the same to the bit but for that turn, so that noise takes no part. Formulas, units and sources: docs/metrics.md.
// Owns no state of a run; used by figures and tests.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// A value that the flock does not tell (the front does not get through it) is NaN.
struct FrontValues {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  double reached = kNone;       ///< share of the boids whose heading changes by the threshold, 0..1
  double exponent = kNone;      ///< a of distance ~ time^a
  double speed = kNone;         ///< [world units / unit time]
  double polarisation = kNone;  ///< mean of the run with the turn, 0..1
};
/// The values with their names.
std::array<std::pair<std::string_view, double>, 4> front_values(const FrontValues& values);

class TurningFront {
 public:
  /// `start`: the state in which both runs are still the same. `thresholds`: changes of a heading [degrees], above 0.
  TurningFront(const State<float>& start, const Scenario& scenario, const std::vector<double>& thresholds,
               ThreadPool& pool);
  /// Gives the leaders the cluster's mean velocity at the start, turned by a share 0..1 of a right angle to their side, away
  /// from the others. They are the twentieth of the boids farthest on the left, seen along the flight.
  void lead(State<float>& state, double turned) const;
  /// The two runs so long after the start; in order of time.
  void watch(double time, const State<float>& without, const State<float>& with);
  /// Values of one of the thresholds.
  FrontValues values(size_t threshold) const;

 private:
  template <int D>
  void begin(const State<float>& start, const Scenario& scenario, ThreadPool& pool);

  std::array<double, 3> flight_{}, side_{};    // mean velocity, and as long to the left of it
  std::vector<uint32_t> leaders_, followers_;  // ids
  std::vector<std::pair<double, uint32_t>>
      sample_;  // followers: the distance from the nearest leader at the start, and id; sorted
  std::vector<double> cosines_;             // cosines of the thresholds
  std::vector<std::vector<double>> first_;  // time of passing, by threshold and id; infinite: not yet
  double order_sum_ = 0.0;
  int64_t samples_ = 0;
};

}  // namespace murmur
