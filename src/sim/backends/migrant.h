// A boid on its way between two ranks, and its place in the host's or a device's arrays. Used by sim/ranks/migration.h and by the
// slab of a device.
#pragma once

#include <cstdint>

#include "sim/backends/host_boids.h"

namespace murmur {

template <int D>
struct Migrant {
  Vec<float, D> p, v;
  uint32_t id, target;
  Vec<float, D> alignment;
};

template <int D>
Migrant<D> migrant(const HostBoids<float, D>& boids, size_t i) {
  const Body<float, D>& body = boids.bodies()[i];
  const Carried carried = boids.carried();
  return {body.p, body.v, boids.ids()[i], carried.targets ? boids.targets()[i] : 0,
          carried.alignments ? boids.alignments()[i] : Vec<float, D>{}};
}

template <int D>
void put(HostBoids<float, D>& boids, size_t i, const Migrant<D>& from) {
  boids.bodies()[i].p = from.p;
  boids.bodies()[i].v = from.v;
  boids.ids()[i] = from.id;
  if (boids.carried().targets) boids.targets()[i] = from.target;
  if (boids.carried().alignments) boids.alignments()[i] = from.alignment;
}

}  // namespace murmur
