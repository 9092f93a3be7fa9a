// A boid on its way between two ranks, and its place in the host's or a device's arrays. Used by sim/ranks/migration.h and by the
// slab of a device.
#pragma once

#include <cstdint>

#include "sim/backends/host_boids.h"

namespace murmur {

template <int D>
struct Migrant {
  Vec<float, D> p, v;
  uint32_t id;
  Columns<D, float, ValueOf> columns;
};

template <int D>
Migrant<D> migrant(const HostBoids<float, D>& boids, size_t i) {
  const Body<float, D>& body = boids.bodies()[i];
  Migrant<D> migrant{body.p, body.v, boids.ids()[i], {}};
  copy_columns(boids.pointers(), static_cast<int64_t>(i), columns_in(migrant.columns, boids.carried()), 0);
  return migrant;
}

template <int D>
void put(HostBoids<float, D>& boids, size_t i, const Migrant<D>& from) {
  boids.bodies()[i].p = from.p;
  boids.bodies()[i].v = from.v;
  boids.ids()[i] = from.id;
  Columns<D, float, ValueOf> columns = from.columns;
  copy_columns(columns_in(columns, boids.carried()), 0, boids.pointers(), static_cast<int64_t>(i));
}

}  // namespace murmur
