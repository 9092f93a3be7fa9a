// Boids whose neighbours are almost R away, in a world so wide that the rounding of a scaled position is more than what they lack.
#pragma once

#include <cmath>
#include <random>

#include "support/lockstep.h"

namespace murmur {

inline ScenarioSource far_pairs_scenario() {
  return scenario_of(
      "preset = \"benchmark\"\nboids = 640\n[world]\nsize = [1e6, 1e6, 1e6]\nmetric = "
      "\"plain\"\n[rules]\nradius = 60.0\n");
}

/// At each of 40 places 8 boids, and 8 others that see them: as many as a group of lanes has (model/device/steer_lists.h).
inline State<float> far_pairs() {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> place(5e5f, 9e5f), way(-1.0f, 1.0f);
  State<float> state;
  state.dimensions = 3;
  for (int pair = 0; pair < 40;) {
    float p[3], q[3], d[3];
    for (int k = 0; k < 3; ++k) {
      p[k] = place(random);
      d[k] = way(random);
    }
    const float length = std::hypot(d[0], d[1], d[2]);
    float square = 0.0f;
    for (int k = 0; k < 3; ++k) {
      q[k] = p[k] + 60.0f * d[k] / length;
      square += (q[k] - p[k]) * (q[k] - p[k]);
    }
    if (square >= 3600.0f || square < 3599.0f) continue;  // 60 and 59.99
    ++pair;
    for (const float* at : {p, q}) {
      for (int boid = 0; boid < 8; ++boid) {
        state.position.insert(state.position.end(), at, at + 3);
        state.velocity.insert(state.velocity.end(), d, d + 3);
      }
    }
  }
  return state;
}

}  // namespace murmur
