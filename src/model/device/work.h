// Work on a device besides the step of boids: predators, events, the hash and drawing, as functors over plain
// arrays. Used by sim/backends/device/flock.h; the CPU backend has its own loops.
#pragma once

#include <cstring>

#include "base/bits.h"
#include "model/device/stages.h"
#include "model/scattered_start.h"

namespace murmur {

/// A boid as prey of one predator, as a number: that of the nearer boid is larger, and of two as near that of the lower id. Threads
/// agree on the largest in any order. 0: no boid.
MURMUR_HD inline uint64_t prey_key(float square, uint32_t id) {
  return ~(uint64_t{bits_of(square)} << 32 | id);
}
MURMUR_HD inline uint32_t prey_id(uint64_t key) { return ~static_cast<uint32_t>(key); }
/// For the host.
inline Prey<float> prey_of(uint64_t key, float notice_squared) {
  if (key == 0) return {notice_squared};
  const auto bits = static_cast<uint32_t>(~key >> 32);
  Prey<float> prey{0.0f, prey_id(key)};
  std::memcpy(&prey.square, &bits, sizeof bits);
  return prey;
}

/// The nearest boid of every predator that notices one: the largest of their keys, from 0. Runs for the boid at sorted place i.
template <int D, class Atomic>
struct FindPrey {
  World<float, D> world;
  const Vec<float, D>* predators;
  const PredatorRules<float>* rules;
  int64_t count;  ///< of predators
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
      if (Atomic::load(keys + k) < key) Atomic::max(keys + k, key);  // few are nearer than all before
    }
  }
};

/// Where the prey is, once the keys are known.
template <int D>
struct PlacePrey {
  const uint64_t* keys;
  int64_t count;  ///< of predators
  const Body<float, D>* sorted_bodies;
  const uint32_t* sorted_ids;
  Vec<float, D>* places;
  MURMUR_HD void operator()(int64_t i) const {
    for (int64_t k = 0; k < count; ++k) {
      if (keys[k] != 0 && prey_id(keys[k]) == sorted_ids[i]) places[k] = sorted_bodies[i].p;
    }
  }
};

/// Copies the predators, for those that flock: they read the others before the step.
template <int D>
struct CopyPredator {
  const Vec<float, D>*p, *v;
  Vec<float, D>*old_p, *old_v;
  MURMUR_HD void operator()(int64_t k) const {
    old_p[k] = p[k];
    old_v[k] = v[k];
  }
};

/// Moves predators. Runs after the boids; both read the state before the step.
template <int D, class Atomic>
struct StepPredator {
  Parameters<float, D> parameters;
  StepBlock* block;
  uint32_t* fault_flag;  ///< as in SteerArguments
  Pack<float, D> pack;
  const uint64_t* prey_keys;
  const Vec<float, D>* prey;  ///< where it is, if there is a key
  Vec<float, D>*p, *v;
  MURMUR_HD void operator()(int64_t k) const {
    if (block->halted()) return;
    const bool hunts = prey_keys[k] != 0;
    if (step_predator(parameters_of_step(parameters, *block), pack, k, hunts, hunts ? prey[k] : p[k], p[k],
                      v[k]))
      return;
    Atomic::min(&block->fault_id, kPredatorFaults + static_cast<uint32_t>(k));
    *fault_flag = 1;
  }
};

template <int D>
struct ScatterBoid {
  Scatter<float, D> scatter;
  Body<float, D>* bodies;
  MURMUR_HD void operator()(int64_t i) const { scatter(bodies[i].p, bodies[i].v); }
};

/// Moves the boids below an id to the sorted arrays, in any order.
template <int D, class Atomic>
struct KeepBelow {
  FlockArrays<D> flock;
  uint32_t left;
  uint32_t* kept;
  MURMUR_HD void operator()(int64_t i) const {
    if (flock.ids[i] >= left) return;
    const uint32_t to = Atomic::add(kept, uint32_t{1});
    flock.sorted_ids[to] = flock.ids[i];
    flock.sorted_bodies[to] = flock.bodies[i];
    flock.sort_columns(i, to);
  }
};

template <int D>
struct HashBoid {
  FlockArrays<D> flock;
  MURMUR_HD uint64_t operator()(int64_t i) const {
    return hash_body<float, D>(flock.ids[i], flock.bodies[i].p, flock.bodies[i].v,
                               columns_at(flock.columns, i));
  }
};

template <int D>
struct HashPredator {
  const Vec<float, D>*p, *v;
  MURMUR_HD uint64_t operator()(int64_t k) const {
    return hash_body<float, D>(kPredatorIds + static_cast<uint64_t>(k), p[k], v[k]);
  }
};

/// Draws the boid of id i.
template <int D>
struct StartBoid {
  ScatteredStart<D> start;
  Body<float, D>* bodies;
  uint32_t* ids;
  MURMUR_HD void operator()(int64_t i) const {
    ids[i] = static_cast<uint32_t>(i);
    bodies[i] = start.boid(ids[i]);
  }
};

/// Draws the species of the boid of id i.
template <int D>
struct StartSpecies {
  SpeciesDraw draw;
  Columns<D, float, PointerTo> columns;
  MURMUR_HD void operator()(int64_t i) const { columns.species[i] = draw(static_cast<uint32_t>(i)); }
};

/// The places of the boids with the wanted ids, in that order, which is ascending.
struct FindBoids {
  const uint32_t *ids, *wanted;
  int64_t count;
  uint32_t* places;
  MURMUR_HD void operator()(int64_t i) const {
    int64_t k = 0, end = count;  // the first that is not below ids[i]
    while (k < end) {
      const int64_t middle = (k + end) / 2;
      if (wanted[middle] < ids[i])
        k = middle + 1;
      else
        end = middle;
    }
    for (; k < count && wanted[k] == ids[i]; ++k) places[k] = static_cast<uint32_t>(i);
  }
};

/// Boids on their way to or from other memory, and the place of each in the arrays of the flock.
template <int D>
struct Travellers {
  Body<float, D>* bodies;
  uint32_t *ids, *places;
  Columns<D, float, PointerTo> columns;
};

/// Copies boids out of the arrays of a flock, and into them.
template <int D>
struct TakeBoids {
  FlockArrays<D> from;
  Travellers<D> to;
  MURMUR_HD void operator()(int64_t k) const {
    const uint32_t place = to.places[k];
    to.bodies[k] = from.bodies[place];
    to.ids[k] = from.ids[place];
    copy_columns(from.columns, place, to.columns, k);
  }
};
template <int D>
struct PutBoids {
  Travellers<D> from;
  FlockArrays<D> to;
  MURMUR_HD void operator()(int64_t k) const {
    const uint32_t place = from.places[k];
    to.bodies[place] = from.bodies[k];
    to.ids[place] = from.ids[k];
    copy_columns(from.columns, k, to.columns, place);
  }
};

struct Sum {
  MURMUR_HD uint64_t operator()(uint64_t a, uint64_t b) const { return a + b; }
};

/// One instance for drawing (instance_floats in sim/backends/backend.h).
template <int D>
struct WriteInstance {
  const Body<float, D>* bodies;
  const uint32_t* ids;  ///< the order of `out`; null: that of the bodies
  float* out;
  MURMUR_HD void operator()(int64_t k) const {
    const Body<float, D> body = bodies[k];
    float* const row = out + (ids ? int64_t{ids[k]} : k) * 2 * D;
    for (int axis = 0; axis < D; ++axis) row[axis] = body.p[axis];
    for (int axis = 0; axis < D; ++axis) row[D + axis] = body.v[axis];
  }
};

/// What it keeps.
template <int D>
struct WriteColumn {
  DrawnColumn column;
  Columns<D, float, PointerTo> columns;
  const uint32_t* ids;  ///< as of WriteInstance
  float* out;
  MURMUR_HD void operator()(int64_t k) const {
    out[ids ? int64_t{ids[k]} : k] = drawn_number(column, columns, k);
  }
};

}  // namespace murmur
