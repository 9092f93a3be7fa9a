// The event "scatter" for one boid, as a functor for every backend.
#pragma once

#include "model/model.h"

namespace murmur {

/// Applies the event to one boid: v += strength * (p - at) within the radius.
template <class T, int D>
struct Scatter {
  World<T, D> world;
  Vec<T, D> at;
  T strength, radius_squared;
  bool unlimited;

  MURMUR_HD void operator()(const Vec<T, D>& p, Vec<T, D>& v) const {
    const Vec<T, D> away = displacement(world, at, p);
    if (unlimited || dot(away, away) < radius_squared) v = v + away * strength;
  }
};

template <class T, int D>
Scatter<T, D> make_scatter(const World<T, D>& world, const Vec<T, D>& at, T strength, T radius) {
  return {world, at, strength, radius * radius, radius < T(0)};
}

}  // namespace murmur
