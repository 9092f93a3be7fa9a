#include "sim/editing/step_cost.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/state/density.h"

namespace murmur {
namespace {

constexpr double kFixedWork = 20.0;  // cost of a boid without neighbours, counted in neighbours
constexpr double kStepWork = 20e3;   // cost of a step without boids (waking threads, events): about 20 us
constexpr double kPairMs = 1e-6;     // time of one pair on a small machine; used until a step is timed

}  // namespace

double neighbours_when_spread(const Scenario& scenario, int64_t boids) {
  return neighbours_when_spread(scenario, scenario.world.size, static_cast<double>(boids));
}

StepCost cost_of_change(const PresentCost& present, const Scenario& now, int64_t boids, const Scenario& then,
                        int64_t boids_then, bool begins) {
  const auto most = [](double neighbours, int64_t count) {
    return std::min(neighbours, static_cast<double>(std::max<int64_t>(count - 1, 0)));
  };
  const double spread = neighbours_when_spread(now, boids);
  const double spread_then = neighbours_when_spread(then, boids_then);
  // A flock is denser than if spread over its world, and stays so at first.
  const double measured = std::max(present.neighbours, spread);
  const double grown = spread > 0.0 && !begins ? measured * (spread_then / spread) : spread_then;
  const auto work_of = [&](int64_t count, double neighbours) {
    return kStepWork + static_cast<double>(count) * (kFixedWork + most(neighbours, count));
  };
  const double work = work_of(boids, measured), work_then = work_of(boids_then, grown);
  StepCost cost{.factor = work_then / work};
  cost.ms = present.step_ms > 0.0 ? present.step_ms * cost.factor : work_then * kPairMs;
  return cost;
}

std::string duration_text(double ms) {
  if (ms < 1000.0) return fmt::format("{:.0f} ms", ms);
  if (ms < 120e3) return fmt::format("{:.2g} s", ms / 1000.0);
  if (ms < 7200e3) return fmt::format("{:.0f} minutes", ms / 60e3);
  return fmt::format("{:.0f} hours", ms / 3600e3);
}

}  // namespace murmur
