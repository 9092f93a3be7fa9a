// Predators: each chases its nearest boid within 100 world units, from the state before the step. Ties go to
// the lowest id, so that the order of the search has no effect. Boids flee predators as they flee the cursor
// (predators.inl).
#pragma once

#include "model/model.h"

namespace murmur {

/// The nearest prey of one predator so far. merge() is associative and commutative, so any search order gives
/// the same result.
template <class T>
struct Prey {
  static constexpr int64_t kNone = -1;  ///< no boid within reach
  T square = T(100) * T(100);           ///< within 100 world units
  int64_t id = kNone;

  MURMUR_HD void merge(T other_square, int64_t other_id) {
    if (other_id < 0) return;
    if (other_square < square || (other_square <= square && id != kNone && other_id < id)) {
      square = other_square;
      id = other_id;
    }
  }
};

/// One step of a predator at (p, v) with prey at `prey` (ignored if it has none).
template <class T, int D>
MURMUR_HD void step_predator(const Parameters<T, D>& q, T max_speed, bool hunts, const Vec<T, D>& prey,
                             Vec<T, D>& p, Vec<T, D>& v) {
  if (hunts) v = v + displacement(q.world, p, prey) * T(0.05);
  v = limited(v, max_speed);
  p = p + v * q.rules.time_step;
  World<T, D> wrapping = q.world;
  wrapping.boundary = Boundary::kWrap;
  apply_boundary(wrapping, p, v);
}

}  // namespace murmur
