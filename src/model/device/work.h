// Work on a device besides the boids' step: predators, events, the hash and drawing, as functors over plain arrays.
// Used by sim/backends/device/flock.h; the CPU backend has its own loops.
#pragma once

#include "base/bits.h"
#include "model/device/stages.h"
#include "model/scattered_start.h"

namespace murmur {

/// Copies the predators, because predators that flock read the others before the step.
template <int D>
struct CopyPredator {
  const Vec<float, D>*p, *v;
  Vec<float, D>*old_p, *old_v;
  MURMUR_HD void operator()(int64_t k) const {
    old_p[k] = p[k];
    old_v[k] = v[k];
  }
};

/// Moves predators. Runs after the boids' update; both read the state before the step.
template <int D, class Atomic>
struct StepPredator {
  Parameters<float, D> parameters;
  StepBlock* block;
  uint32_t* fault_flag;  ///< same flag as SteerArguments::fault_flag
  Pack<float, D> pack;
  const uint64_t* prey_keys;
  const Vec<float, D>* prey;  ///< position of the prey, if there is one
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
struct HashPredator {
  const Vec<float, D>*p, *v;
  MURMUR_HD uint64_t operator()(int64_t k) const {
    return hash_body<float, D>(kPredatorIds + static_cast<uint64_t>(k), p[k], v[k]);
  }
};

template <int D>
struct ScatterBoid {
  Scatter<float, D> scatter;
  Body<float, D>* bodies;
  MURMUR_HD void operator()(int64_t i) const { scatter(bodies[i].p, bodies[i].v); }
};

/// Moves the boids with ids below a limit to the sorted arrays, in any order.
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

/// Draws start position and velocity of the boid with id i.
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

/// Draws the species of the boid with id i.
template <int D>
struct StartSpecies {
  SpeciesDraw draw;
  Columns<D, float, PointerTo> columns;
  MURMUR_HD void operator()(int64_t i) const { columns.species[i] = draw(static_cast<uint32_t>(i)); }
};

/// Finds the indices of the boids with the wanted ids, which must be ascending.
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

/// Boids that are copied to or from other memory, and their indices in the arrays of the flock.
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

/// Writes one instance for drawing (instance_floats in sim/backends/backend.h).
template <int D>
struct WriteInstance {
  const Body<float, D>* bodies;
  const uint32_t* ids;  ///< ids for the order of `out`; null: the order of the bodies
  float* out;
  MURMUR_HD void operator()(int64_t k) const {
    const Body<float, D> body = bodies[k];
    float* const row = out + (ids ? int64_t{ids[k]} : k) * 2 * D;
    for (int axis = 0; axis < D; ++axis) row[axis] = body.p[axis];
    for (int axis = 0; axis < D; ++axis) row[D + axis] = body.v[axis];
  }
};

/// Writes the value of a column for one boid.
template <int D>
struct WriteColumn {
  DrawnColumn column;
  Columns<D, float, PointerTo> columns;
  const uint32_t* ids;  ///< ids in the order of `out` (WriteInstance::ids)
  float* out;
  MURMUR_HD void operator()(int64_t k) const {
    out[ids ? int64_t{ids[k]} : k] = drawn_number(column, columns, k);
  }
};

}  // namespace murmur
