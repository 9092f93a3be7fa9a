// The reference backend: the definition of a step, all pairs on one thread.
#pragma once

#include <array>
#include <memory>

#include "sim/backends/backend.h"
#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

inline constexpr const char* kReferenceName = "reference";

std::unique_ptr<Backend<float>> make_reference_float();
std::unique_ptr<Backend<double>> make_reference_double();

/// What separation, alignment and cohesion each add to the velocity of a boid in the next step. Their sum is what the three add
/// together, up to rounding. `flock`: has all boids within R of it.
std::array<std::array<float, 3>, 3> rule_parts(const Scenario& scenario, const State<float>& flock,
                                               int64_t boid, bool startled);

}  // namespace murmur
