// Random flocks for "Surprise": species, their effects on each other, speeds and a look. A small copy of each
// flock is tried, and only a flock that moves and forms groups is used. Used by KeyActions.
#pragma once

#include <cstdint>
#include <random>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

inline constexpr int64_t kSurpriseBoids = 3000;

/// Whether a flock that began spread out has formed groups that have neither collapsed nor come to rest, and that do
/// not all fly the same way.
bool is_alive(const State<float>& state, const Scenario& scenario);
/// Draws a scenario with so many boids in two dimensions. `alive`: repeats until is_alive(); false: returns the first one.
Scenario random_flock(std::mt19937& random, int64_t boids = kSurpriseBoids, bool alive = true);

}  // namespace murmur
