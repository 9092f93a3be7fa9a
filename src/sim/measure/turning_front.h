// How a turn that a few boids begin spreads through the largest cluster of a flock. Compares two runs that are equal
// to the bit except for that turn, so that noise has no effect. Formulas, units and sources: docs/metrics.md. Owns no
// state of a run; used by figures and tests.
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

/// Results of one threshold. Values that cannot be computed (the front does not cross the flock) are NaN.
struct FrontValues {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  double reached = kNone;       ///< share of the boids whose heading changes by the threshold, 0..1
  double exponent = kNone;      ///< exponent a of distance ~ time^a
  double speed = kNone;         ///< speed of the front [world units / unit time]
  double polarisation = kNone;  ///< mean of the run with the turn, 0..1
};
/// The values with their names.
std::array<std::pair<std::string_view, double>, 4> front_values(const FrontValues& values);

class TurningFront {
 public:
  /// `start`: the common first state of both runs. `thresholds`: changes of heading [degrees], above 0.
  TurningFront(const State<float>& start, const Scenario& scenario, const std::vector<double>& thresholds,
               ThreadPool& pool);
  /// Turns the leaders: sets their velocity to the cluster's mean velocity, turned by a share 0..1 of a right angle
  /// to the left, away from the others. Leaders are the twentieth of the boids farthest to the left of the flight
  /// direction.
  void turn_leaders(State<float>& state, double turned) const;
  /// Compares the two runs at a time after the start. Call in order of time.
  void compare_states(double time, const State<float>& without, const State<float>& with);
  /// Results for the threshold with this index.
  FrontValues values(size_t threshold) const;

 private:
  template <int D>
  void begin(const State<float>& start, const Scenario& scenario, ThreadPool& pool);

  std::array<double, 3> flight_{}, side_{};    // mean velocity, and a vector of the same length to its left
  std::vector<uint32_t> leaders_, followers_;  // ids of boids
  std::vector<std::pair<double, uint32_t>>
      sample_;  // distance of followers from the nearest leader at the start, and their ids; sorted
  std::vector<double> cosines_;  // cosines of the thresholds
  std::vector<std::vector<double>>
      first_;  // time of passing a threshold, by threshold and id; infinite: not yet
  double order_sum_ = 0.0;
  int64_t samples_ = 0;
};

}  // namespace murmur
