// Start positions of `[start] positions = "flocks"`: patches of different sizes, each with a heading.
// Places the flocks; start.cpp places the boids in them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/vec.h"
#include "sim/scenario/scenario.h"

namespace murmur {

template <int D>
struct StartFlock {
  int64_t first = 0, count = 0;  ///< boids first .. first + count - 1
  Vec<float, D> centre, heading;
  float radius = 0.0f;  ///< of the disc (ball) it fills [world units]
};

/// The flocks of a scenario's start, seeded; they hold every boid once, in id order.
template <int D>
std::vector<StartFlock<D>> make_flocks(const Scenario& scenario);

}  // namespace murmur
