#include "sim/run/event_windows.h"

#include <algorithm>

#include "base/random.h"

namespace murmur {

void EventWindows::begin(const Event& event) {
  switch (event.kind) {
    case EventKind::kStartle:
      startle_until = std::max(startle_until, event.step + event.steps);
      break;
    case EventKind::kGust:
      gust_since = event.step;
      gust_until = event.step + event.steps;
      gust_strength = event.strength;
      break;
    case EventKind::kPreset:
    case EventKind::kRestart:
      startle_until = gust_until = 0;
      break;
    default:
      break;
  }
}

StepInput step_input(const Scenario& scenario, const EventWindows& windows, int64_t step) {
  StepInput input;
  input.step = step;
  input.startled = windows.startled(step);
  input.gust.assign(static_cast<size_t>(scenario.dimensions()), 0.0);
  const auto blow = [&](double strength, int64_t since) {
    input.gust_acts = true;
    Random random(scenario.seed, Stream::kGustHeading, 0, static_cast<uint64_t>(since));
    const auto add = [&](const auto& heading, int axes) {
      for (int k = 0; k < axes; ++k)
        input.gust[static_cast<size_t>(k)] += strength * static_cast<double>(heading[k]);
    };
    if (scenario.dimensions() == 3) {
      add(random.unit_vector<3>(), 3);
    } else {
      add(random.unit_vector<2>(), 2);
    }
  };
  if (scenario.wind && scenario.wind->gust && scenario.wind->gust->probability > 0.0) {
    const Scenario::Gust& gust = *scenario.wind->gust;
    for (int64_t k = step; k >= 0 && k > step - gust.duration; --k) {
      if (static_cast<double>(Random(scenario.seed, Stream::kGust, 0, static_cast<uint64_t>(k)).uniform()) <
          gust.probability) {
        blow(gust.strength, k);
        break;
      }
    }
  }
  if (step < windows.gust_until) blow(windows.gust_strength, windows.gust_since);
  return input;
}

}  // namespace murmur
