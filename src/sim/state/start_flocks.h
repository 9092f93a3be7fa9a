// Places the flocks of a start with `[start] positions = "flocks"`: irregular patches of different sizes, each with a
// heading. Decides the flocks and their shapes; start.cpp draws the boids in them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/vec.h"
#include "sim/scenario/scenario.h"

namespace murmur {

/// One bend of a flock's outline: every point moves in one direction by a wave along another. This shear keeps areas
/// (volumes), so a bent flock is as dense as the original disc (ball).
template <int D>
struct FlockBend {
  Vec<float, D> along, across;                      ///< perpendicular unit vectors
  float height = 0.0f, waves = 0.0f, phase = 0.0f;  ///< height and length of the wave, in radii of the flock
};

template <int D>
struct StartFlock {
  int64_t first = 0, count = 0;  ///< the flock has boids first .. first + count - 1
  Vec<float, D> centre, heading;
  float radius = 0.0f;  ///< radius of a disc (ball) of the same area (volume) [world units]
  Vec<float, D>
      long_axis;  ///< unit vector; the flock is `stretch` times as long along it, and narrower across
  float stretch = 1.0f;
  std::array<FlockBend<D>, 3> bends;

  /// Maps a point of the unit ball to a position in the flock, relative to its centre [world units].
  Vec<float, D> place(const Vec<float, D>& in_ball) const;
};

/// The flocks of a scenario's start, seeded; each boid is in exactly one, in id order.
template <int D>
std::vector<StartFlock<D>> make_flocks(const Scenario& scenario);

}  // namespace murmur
