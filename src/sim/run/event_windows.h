// Events with a duration: a startle or a gust acts at each step until its end. Stores their end steps and applies
// them to a step. Simulation keeps them with the run; checkpoints and event logs store them.
#pragma once

#include <cstdint>

#include "sim/backends/backend.h"

namespace murmur {

struct EventWindows {
  int64_t startle_until = 0;               ///< first step without the startle
  int64_t gust_until = 0, gust_since = 0;  ///< steps during which the last gust event acts
  double gust_strength = 0.0;

  /// Starts the window of a startle or gust; an event that makes a new flock ends all windows.
  void begin(const Event& event);
  bool startled(int64_t step) const { return step < startle_until; }
};

/// Visits every field with its name in files.
template <class Windows, class Visit>
void visit_windows(Windows& windows, const Visit& visit) {
  visit("startle_until", windows.startle_until);
  visit("gust_until", windows.gust_until);
  visit("gust_since", windows.gust_since);
  visit("gust_strength", windows.gust_strength);
}

/// The input of a step: active windows, and the gusts of the scenario.
StepInput step_input(const Scenario& scenario, const EventWindows& windows, int64_t step);

}  // namespace murmur
