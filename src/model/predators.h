// Predators: each chases the nearest boid that it notices, in the state before the step. At equal distances the
// lowest id is chosen, so that the order of the search has no effect. Predators that flock also steer by the three
// rules among themselves. Boids flee predators (predators.inl).
#pragma once

#include <cstring>

#include "base/bits.h"
#include "model/model.h"

namespace murmur {

/// The nearest prey of one predator so far. merge() is associative and commutative, so any search order gives
/// the same result.
template <class T>
struct Prey {
  static constexpr int64_t kNone = -1;  ///< no boid within reach
  T square;                             ///< squared distance; initially the squared distance of notice
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

/// Velocity that the three rules add to predator k, with predators that flock as neighbours. The field of view is unlimited.
template <class T, int D>
MURMUR_HD Vec<T, D> flocking(const Parameters<T, D>& q, const Pack<T, D>& pack, int64_t k) {
  AnyTerms<T, D, false> pairs(q, pack.p[k], pack.v[k]);
  pairs.sees_around = true;
  NeighbourSum<T, D> sum;
  for (int64_t j = 0; j < pack.count; ++j) {
    if (j == k || !q.behaviours.predator_rules.data[j].flocks) continue;
    const Vec<T, D> d = displacement(q.world, pack.p[k], pack.p[j]);
    const Candidate<T, D> other(d, pack.p[j], pack.v[j], static_cast<uint32_t>(j));
    const bool near = pairs.near(other);
    sum.add(pairs, other, near, pairs.close(other, near));
  }
  return steer_by_rules(q.rules, q.rules, sum, pack.v[k], Columns<D, T, PointerTo>{});
}

/// One step of predator k. `pack`: predators before the step; (p, v): result; `prey`: position of its prey, ignored
/// if it has none. `pack` and (p, v) may be the same memory unless a predator flocks. @returns whether the result is
/// finite.
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

/// A number for a boid as a predator's prey, for devices: larger for a nearer boid, and at equal distances for a
/// lower id. Threads find the largest in any order. 0: no boid.
MURMUR_HD inline uint64_t prey_key(float square, uint32_t id) {
  return ~(uint64_t{bits_of(square)} << 32 | id);
}
MURMUR_HD inline uint32_t prey_id(uint64_t key) { return ~static_cast<uint32_t>(key); }
/// Converts such a number to the prey that it stands for, on the host.
inline Prey<float> prey_of(uint64_t key, float notice_squared) {
  if (key == 0) return {notice_squared};
  const auto bits = static_cast<uint32_t>(~key >> 32);
  Prey<float> prey{0.0f, prey_id(key)};
  memcpy(&prey.square, &bits, sizeof bits);
  return prey;
}

/// Finds the nearest boid of every predator that notices one: the largest key, initially 0. Runs for the boid at sorted index i.
template <int D, class Atomic>
struct FindPrey {
  World<float, D> world;
  const Vec<float, D>* predators;
  const PredatorRules<float>* rules;
  int64_t count;  ///< number of predators
  const Body<float, D>* sorted_bodies;
  const uint32_t* sorted_ids;
  uint64_t* keys;
  MURMUR_HD void operator()(int64_t i) const {
    for (int64_t k = 0; k < count; ++k) {
      const Vec<float, D> d = displacement(world, predators[k], sorted_bodies[i].p);
      Prey<float> prey{rules[k].notice_squared()};
      prey.merge(dot(d, d), sorted_ids[i]);
      if (prey.id == Prey<float>::kNone) continue;
      const uint64_t key = prey_key(prey.square, sorted_ids[i]);
      if (Atomic::load(keys + k) < key) Atomic::max(keys + k, key);  // the test avoids most atomics
    }
  }
};

/// Finds the positions of all prey after the keys are complete.
template <int D>
struct PlacePrey {
  const uint64_t* keys;
  int64_t count;  ///< number of predators
  const Body<float, D>* sorted_bodies;
  const uint32_t* sorted_ids;
  Vec<float, D>* places;
  MURMUR_HD void operator()(int64_t i) const {
    for (int64_t k = 0; k < count; ++k) {
      if (keys[k] != 0 && prey_id(keys[k]) == sorted_ids[i]) places[k] = sorted_bodies[i].p;
    }
  }
};

}  // namespace murmur
