// A flock at random, for "Surprise me": species, what each is to the others, speeds and a look. Each is tried on a small copy, and only
// one that moves and forms groups is taken. Used by KeyActions.
#pragma once

#include <cstdint>
#include <random>

#include "sim/scenario/scenario.h"
#include "sim/state/state.h"

namespace murmur {

inline constexpr int64_t kSurpriseBoids = 3000;

/// Whether a flock that began spread out has formed groups, which have neither collapsed nor come to rest, and fly more than one way.
bool is_alive(const State<float>& state, const Scenario& scenario);
/// A scenario of so many boids in two dimensions. `alive`: one that is; otherwise the first
/// that is drawn.
Scenario random_flock(std::mt19937& random, int64_t boids = kSurpriseBoids, bool alive = true);

}  // namespace murmur
