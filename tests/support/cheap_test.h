// Whether the cheap test of the update kernel `tile` (model/device/steer_tile.h) misses no neighbour. For its test, and for the mutants
// of the model: a warp of one lane, which has its origin at its boid, cannot show it.
#pragma once

#include <cmath>
#include <random>

#include "model/device/steer_tile.h"

namespace murmur {

/// Of pairs about `radius` apart, up to `far` radii from the origin: how many are neighbours, and how many of these it misses.
struct CheapTestResult {
  int near = 0, missed = 0;
};

template <int D>
CheapTestResult try_cheap_test(float radius, float far, float closer) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
  CheapTestResult result;
  for (int n = 0; n < 4000; ++n) {
    Vec<float, D> origin, p, q, way;
    for (int k = 0; k < D; ++k) {
      origin[k] = unit(random) * far * radius;
      p[k] = origin[k] + unit(random) * far * radius;
      way[k] = unit(random);
    }
    const float length = std::sqrt(dot(way, way));
    for (int k = 0; k < D; ++k) q[k] = p[k] + way[k] / length * radius * (1.0f + closer * unit(random));
    const Vec<float, D> d = q - p;
    if (!(dot(d, d) < radius * radius)) continue;
    ++result.near;
    const CheapTest test(p - origin, radius * radius);
    result.missed += std::signbit(test.of<D>(CheapTest::candidate(q - origin))) ? 0 : 1;
  }
  return result;
}

/// Calls check(result, radius, far, closer) for squares that fit into a float and such that overflow or underflow.
template <class Check>
void try_cheap_tests(const Check& check) {
  for (const float radius : {1.0f, 1e-3f, 75.0f, 1e-12f, 1e-17f, 1e16f, 3e18f}) {
    for (const float far : {1.0f, 10.0f, 300.0f}) {
      for (const float closer : {1e-6f, 1e-2f}) {
        check(try_cheap_test<2>(radius, far, closer), radius, far, closer);
        check(try_cheap_test<3>(radius, far, closer), radius, far, closer);
      }
    }
  }
}

}  // namespace murmur
