// Events that last: a startle or a gust acts at each step until its end. Owns these windows of time and their effect on a step.
// Simulation keeps them with the run; checkpoints and event logs visit them. An event that lasts has its fields and its effect here.
#pragma once

#include <cstdint>

#include "sim/backends/backend.h"

namespace murmur {

struct EventWindows {
  int64_t startle_until = 0;               ///< a startle acts at steps below this
  int64_t gust_until = 0, gust_since = 0;  ///< window of the last gust by event
  double gust_strength = 0.0;

  /// Starts the window of an event that lasts; a new flock has none.
  void begin(const Event& event);
  bool startled(int64_t step) const { return step < startle_until; }
};

/// Every field under its name in files.
template <class Windows, class Visit>
void visit_windows(Windows& windows, const Visit& visit) {
  visit("startle_until", windows.startle_until);
  visit("gust_until", windows.gust_until);
  visit("gust_since", windows.gust_since);
  visit("gust_strength", windows.gust_strength);
}

/// What acts from outside at a step: the windows, and the gusts of the scenario.
StepInput step_input(const Scenario& scenario, const EventWindows& windows, int64_t step);

}  // namespace murmur
