// Work on a device besides the step of boids: predators, events, the hash and drawing, as functors over plain
// arrays. Used by sim/backends/device/flock.h; the CPU backend has its own loops.
#pragma once

#include "model/device/stages.h"

namespace murmur {

/// The nearest prey so far and its place. Merging is associative and commutative, so a device may reduce in
/// any order. The struct has no padding, because a reduction would copy uninitialised bytes.
struct NearestPrey {
  float square = 0.0f;             ///< without an id: of the distance at which the predator notices boids
  uint32_t id = kNoId, place = 0;  ///< place: sorted index, if there is an id

  MURMUR_HD bool hunts() const { return id != kNoId; }
  MURMUR_HD Prey<float> prey() const { return {square, hunts() ? int64_t{id} : Prey<float>::kNone}; }
  /// The nearer of two.
  MURMUR_HD NearestPrey operator()(const NearestPrey& a, const NearestPrey& b) const {
    Prey<float> best = a.prey();
    best.merge(b.square, b.prey().id);
    return best.id == a.prey().id ? a : b;
  }
};
static_assert(sizeof(NearestPrey) == sizeof(float) + 2 * sizeof(uint32_t));

/// The boid at sorted place k as prey of one predator.
template <int D>
struct AsPrey {
  World<float, D> world;
  const Vec<float, D>* predator;
  float notice_squared;
  const Body<float, D>* sorted_bodies;
  const uint32_t* sorted_ids;
  MURMUR_HD NearestPrey operator()(int64_t k) const {
    const Vec<float, D> d = displacement(world, *predator, sorted_bodies[k].p);
    Prey<float> prey{notice_squared};
    prey.merge(dot(d, d), sorted_ids[k]);
    NearestPrey found{notice_squared};
    if (prey.id != Prey<float>::kNone) {
      found.square = prey.square;
      found.id = sorted_ids[k];
      found.place = static_cast<uint32_t>(k);
    }
    return found;
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
  const NearestPrey* nearest;
  const Body<float, D>* sorted_bodies;
  Vec<float, D>*p, *v;
  MURMUR_HD void operator()(int64_t k) const {
    if (block->halted()) return;
    const bool hunts = nearest[k].hunts();
    const Vec<float, D> prey = hunts ? sorted_bodies[nearest[k].place].p : p[k];
    if (step_predator(parameters_of_step(parameters, *block), pack, k, hunts, prey, p[k], v[k])) return;
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
    if (flock.targets) flock.sorted_targets[to] = flock.targets[i];
  }
};

template <int D>
struct HashBoid {
  const Body<float, D>* bodies;
  const uint32_t *ids, *targets;
  MURMUR_HD uint64_t operator()(int64_t i) const {
    return hash_body<float, D>(ids[i], bodies[i].p, bodies[i].v, targets ? targets[i] : 0);
  }
};

template <int D>
struct HashPredator {
  const Vec<float, D>*p, *v;
  MURMUR_HD uint64_t operator()(int64_t k) const {
    return hash_body<float, D>(kPredatorIds + static_cast<uint64_t>(k), p[k], v[k], 0);
  }
};

/// Copies the boids with the wanted ids, in that order; for a few ids.
template <int D>
struct PickBoids {
  const Body<float, D>* bodies;
  const uint32_t *ids, *wanted;
  int64_t count;
  Body<float, D>* out;
  MURMUR_HD void operator()(int64_t i) const {
    for (int64_t k = 0; k < count; ++k) {
      if (ids[i] == wanted[k]) out[k] = bodies[i];
    }
  }
};

struct Sum {
  MURMUR_HD uint64_t operator()(uint64_t a, uint64_t b) const { return a + b; }
};

/// One instance for drawing (instance_floats in sim/backends/backend.h).
template <int D>
struct WriteInstance {
  const Body<float, D>* sorted_bodies;
  float* out;
  MURMUR_HD void operator()(int64_t k) const {
    const Body<float, D> body = sorted_bodies[k];
    for (int axis = 0; axis < D; ++axis) out[k * 2 * D + axis] = body.p[axis];
    for (int axis = 0; axis < D; ++axis) out[k * 2 * D + D + axis] = body.v[axis];
  }
};

}  // namespace murmur
