// The stages of a step for devices with thousands of threads: one boid per thread, and integer atomics.
// Functors over plain arrays and an atomics policy, so that a plain loop on the host can run them too
// (tests/backends/device_pipeline_test.cpp). sim/backends/device/flock.h and model/step.h define the order of
// stages.
//
// The contract order without a stable sort: count boids per cell, compute prefix sums, place each boid
// anywhere in its cell, then compute its final place as the number of smaller ids in that cell. This needs
// less memory traffic than a radix sort. The last stage reads at most 1/27 of the candidates that the update
// visits, at any density.
#pragma once

#include <cstdint>
#include <limits>

#include "base/bits.h"
#include "model/behaviours.h"
#include "model/scatter.h"
#include "model/step.h"

namespace murmur {

constexpr uint64_t kNever = std::numeric_limits<uint64_t>::max();

/// Values that change from step to step, stored in device memory, so that one recorded step can be launched many times.
struct StepBlock {
  uint64_t step = 0;  ///< steps taken before this one
  float cohesion_sign = 1.0f;
  float wind[3] = {};
  bool wind_acts = false;
  int32_t reach[3] = {};         ///< cells to search on each side, for Images::kChecked
  uint32_t outside = 0;          ///< bits of the largest distance of a boid outside a wrapped world
  uint32_t fault_id = kNoId;     ///< lowest id that was not finite after step fault_step
  uint64_t fault_step = kNever;  ///< step with the first fault; later steps change nothing.
                                 ///< Written at the start of the next step, when no thread reads it

  MURMUR_HD bool halted() const { return fault_step < step; }
  /// Number of steps before the faulty one; without a fault, before this step.
  uint64_t faulty_step() const { return fault_step == kNever ? step : fault_step; }
};

/// Scratch memory of the sort. Gathering does not read cells and ranks, so they may share memory with its results.
struct CellScratch {
  uint32_t* ranks = nullptr;     ///< (boids,) index of a boid within its cell, in order of arrival
  uint32_t* cell_ids = nullptr;  ///< (boids,) ids sorted by cell, in order of arrival
  uint32_t* counts = nullptr;    ///< (cells + 1,) boids per cell; 0 between sorts
};

/// All inputs of a boid's update; passed to kernels by value.
template <int D>
struct SteerArguments {
  FlockArrays<D> flock;
  Parameters<float, D> parameters;
  CellGrid<float, D> grid;
  StepBlock* block = nullptr;
  uint32_t* fault_flag =
      nullptr;        ///< set when a fault is found; in memory that the host can read without waiting
  int64_t first = 0;  ///< sorted index of the first boid to update; flock.boids is the end
};

/// Inputs of the next step that the host knows.
template <int D>
StepBlock values_of_step(const Parameters<float, D>& q) {
  StepBlock values;
  values.step = q.step;
  values.cohesion_sign = q.rules.cohesion_sign;
  values.wind_acts = q.wind_acts;
  for (int k = 0; k < D; ++k) values.wind[k] = q.wind[k];
  return values;
}

/// Stores the values of the next step in the block.
struct SetStep {
  StepBlock* block;
  StepBlock values;
  MURMUR_HD void operator()(int64_t) const {
    if (block->fault_id != kNoId && block->fault_step == kNever) block->fault_step = block->step;
    block->step = values.step;
    block->cohesion_sign = values.cohesion_sign;
    block->wind_acts = values.wind_acts;
    for (int k = 0; k < 3; ++k) block->wind[k] = values.wind[k];
  }
};

/// Stage 1: counts the boids of each cell; counts[] must be 0 before.
template <int D, class Atomic>
struct CountInCell {
  CellGrid<float, D> grid;
  FlockArrays<D> flock;
  CellScratch scratch;
  MURMUR_HD void operator()(int64_t i) const {
    const uint32_t cell = grid.cell(flock.bodies[i].p);
    flock.cells[i] = cell;
    scratch.ranks[i] = Atomic::add(scratch.counts + cell, uint32_t{1});
  }
};

/// Stage 2, after the prefix sums of starts[]: places boids in their cells, in any order.
template <int D>
struct PlaceInCell {
  FlockArrays<D> flock;
  CellScratch scratch;
  MURMUR_HD void operator()(int64_t i) const {
    const uint32_t place = flock.starts[flock.cells[i]] + scratch.ranks[i];
    flock.order[place] = static_cast<uint32_t>(i);
    scratch.cell_ids[place] = flock.ids[i];
  }
};

/// Stage 3: moves the boid at arrival index k to its final index, sorted by id within the cell.
template <int D>
struct GatherByRank {
  FlockArrays<D> flock;
  const uint32_t* cell_ids;
  CellGrid<float, D> grid;
  MURMUR_HD void operator()(int64_t k) const {
    const uint32_t from = flock.order[k], id = cell_ids[k];
    const Body<float, D> body = flock.bodies[from];
    const uint32_t cell = grid.cell(body.p), end = flock.starts[cell + 1];
    uint32_t place = flock.starts[cell];
    for (uint32_t j = place; j < end; ++j) place += cell_ids[j] < id ? 1u : 0u;
    flock.sorted_ids[place] = id;
    flock.sorted_bodies[place] = body;
    flock.sort_columns(from, place);
  }
};

/// Measures the largest distance of a boid outside a wrapped world; block->outside must be 0 before.
template <int D, class Atomic>
struct MeasureOutside {
  const Body<float, D>* bodies;
  World<float, D> world;
  StepBlock* block;
  MURMUR_HD void operator()(int64_t i) const {
    const float outside = distance_outside(world, bodies[i].p);
    if (outside > 0.0f)
      Atomic::max(&block->outside, bits_of(outside));  // bits of positive floats have the order of the floats
  }
};

/// Computes the reach, in cells, from block->outside.
template <int D>
struct SetReach {
  World<float, D> world;
  CellGrid<float, D> grid;
  float radius;
  StepBlock* block;
  MURMUR_HD void operator()(int64_t) const {
    float outside;
    memcpy(&outside, &block->outside, sizeof outside);
    for (int k = 0; k < D; ++k)
      block->reach[k] = cells_in_reach(radius, outside, grid.count[k], world.size[k]);
    block->outside = 0;
  }
};

/// The parameters of the current step, completed by values of the block.
template <int D>
MURMUR_HD inline Parameters<float, D> parameters_of_step(const Parameters<float, D>& parameters,
                                                         const StepBlock& block) {
  Parameters<float, D> q = parameters;
  q.step = block.step;
  q.rules.cohesion_sign = block.cohesion_sign;
  q.wind_acts = block.wind_acts;
  for (int k = 0; k < D; ++k) q.wind[k] = block.wind[k];
  return q;
}

template <int D, class Atomic>
MURMUR_HD inline void report_fault(const SteerArguments<D>& a, const Body<float, D>& body, int64_t k) {
  if (all_finite(body.p, body.v) && all_finite(columns_at(a.flock.sorted_columns, k))) return;
  Atomic::min(&a.block->fault_id, a.flock.sorted_ids[k]);
  *a.fault_flag = 1;
}

}  // namespace murmur
