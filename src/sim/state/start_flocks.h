// Where the boids of `[start] positions = "flocks"` begin: irregular patches of different sizes, each with a
// heading. Decides the flocks and their shapes, not the boids in them; start.cpp places those.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/vec.h"
#include "sim/scenario/scenario.h"

namespace murmur {

/// One bend of a flock's outline: every point moves along one direction by a wave across it. A shear like this
/// keeps areas (volumes), so a bent flock is as dense as the disc (ball) it was.
template <int D>
struct FlockBend {
  Vec<float, D> along, across;                      ///< unit vectors at right angles
  float height = 0.0f, waves = 0.0f, phase = 0.0f;  ///< height and length of a wave: in radii of the flock
};

template <int D>
struct StartFlock {
  int64_t first = 0, count = 0;  ///< boids first .. first + count - 1
  Vec<float, D> centre, heading;
  float radius = 0.0f;      ///< radius of the disc (ball) with its area (volume) [world units]
  Vec<float, D> long_axis;  ///< unit; the flock is `stretch` times as long this way, and narrower across it
  float stretch = 1.0f;
  std::array<FlockBend<D>, 3> bends;

  /// Where a point of the unit ball lies in the flock, from its centre [world units].
  Vec<float, D> place(const Vec<float, D>& in_ball) const;
};

/// The flocks of a scenario's start, seeded; they hold every boid once, in id order.
template <int D>
std::vector<StartFlock<D>> make_flocks(const Scenario& scenario);

}  // namespace murmur
