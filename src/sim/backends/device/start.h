// Makes on a device a seeded start whose boids are drawn independently. Used by sim/backends/device/flock.h.
#pragma once

#include "model/device/work.h"
#include "sim/state/start.h"

namespace murmur {

/// Draws position and velocity of every boid of `flock`. @returns whether all are inside the world.
template <int D, class Device>
bool draw_start(Device& device, const ScatteredStart<D>& start, const Scenario& scenario,
                const World<float, D>& world, const FlockArrays<D>& flock) {
  device.for_each("start", flock.boids, StartBoid<D>{start, flock.bodies, flock.ids});
  if (const auto draw = species_draw(scenario))
    device.for_each("start", flock.boids, StartSpecies<D>{*draw, flock.columns});
  bool inside = true;
  for (int k = 0; k < D; ++k) {
    const float first = start.low[k], last = first + start.size[k];
    inside = inside && first >= 0.0f && last <= world.size[k];
  }
  return inside;
}

}  // namespace murmur
