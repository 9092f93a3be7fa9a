// Predators: each chases its nearest boid within the distance at which it notices boids, from the state before
// the step. Ties go to the lowest id, so that the order of the search has no effect. Predators that flock also
// steer by the three rules among themselves. Boids flee predators (predators.inl).
#pragma once

#include "model/model.h"

namespace murmur {

/// The nearest prey of one predator so far. merge() is associative and commutative, so any search order gives
/// the same result.
template <class T>
struct Prey {
  static constexpr int64_t kNone = -1;  ///< no boid within reach
  T square;                             ///< at first the square of the distance of notice
  int64_t id = kNone;

  MURMUR_HD void merge(T other_square, int64_t other_id) {
    if (other_id < 0) return;
    if (other_square < square || (other_square <= square && id != kNone && other_id < id)) {
      square = other_square;
      id = other_id;
    }
  }
};

/// The predators before the step, in index order.
template <class T, int D>
struct Pack {
  const Vec<T, D>*p, *v;
  int64_t count;
};

/// What the three rules add to the velocity of predator k among those that flock. It sees all around.
template <SumKind K, class T, int D>
MURMUR_HD Vec<T, D> flocking_as(const Parameters<T, D>& q, const Pack<T, D>& pack, int64_t k) {
  const auto self = make_self<T, D, K>(q.rules, pack.p[k], pack.v[k]);
  NeighbourSum<T, D> sum;
  for (int64_t j = 0; j < pack.count; ++j) {
    if (j == k || !q.behaviours.predator_rules.data[j].flocks) continue;
    const Vec<T, D> d = displacement(q.world, pack.p[k], pack.p[j]);
    const Pair<T, D, T> pair({d, pack.p[j], pack.v[j], static_cast<uint32_t>(j)});
    sum.template add<K>(self, q.rules, pair, meet<K>(self, q.rules, pair, AnyCandidate{}));
  }
  return steer_by_rules(q.rules, q.rules, sum, pack.v[k], Columns<D, T, PointerTo>{});
}

template <class T, int D>
MURMUR_HD Vec<T, D> flocking(const Parameters<T, D>& q, const Pack<T, D>& pack, int64_t k) {
  if (q.rules.falloff == Falloff::kNone) return flocking_as<SumKind{Falloff::kNone, true}>(q, pack, k);
  if (q.rules.falloff == Falloff::kInverse) return flocking_as<SumKind{Falloff::kInverse, true}>(q, pack, k);
  return flocking_as<SumKind{Falloff::kInverseSquare, true}>(q, pack, k);
}

/// One step of predator k, from the pack before the step to (p, v), with prey at `prey` (ignored if it has
/// none). `pack` and (p, v) may be the same memory unless a predator flocks. @returns whether it is finite.
template <class T, int D>
MURMUR_HD bool step_predator(const Parameters<T, D>& q, const Pack<T, D>& pack, int64_t k, bool hunts,
                             const Vec<T, D>& prey, Vec<T, D>& p, Vec<T, D>& v) {
  const PredatorRules<T>& rules = q.behaviours.predator_rules.data[k];
  const Vec<T, D> from = pack.p[k];
  Vec<T, D> next = pack.v[k];
  if (rules.flocks) next = next + flocking(q, pack, k) * q.rules.scale;
  if (hunts) next = next + displacement(q.world, from, prey) * rules.chase * q.rules.scale;
  World<T, D> world = q.world;
  if (rules.border == PredatorBorder::kWrap) world.boundary = Boundary::kWrap;
  if (world.boundary == Boundary::kSoft) {
    Vec<T, D> pushed{};
    add_soft_border(world, from, pushed);
    next = next + pushed * q.rules.scale;
  }
  v = limited(next, rules.max_speed);
  const Vec<T, D> way = v * q.rules.time_step;
  p = from + way;
  if (q.behaviours.walls.act()) {
    move_among_obstacles(q, world, from, way, p, v);
  } else {
    apply_boundary(world, p, v);
    keep_outside(q, way, p, v);
  }
  return all_finite(p, v);
}

}  // namespace murmur
