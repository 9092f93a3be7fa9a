// The update kernel `pairs`: a thread sums for two consecutive boids in the contract's order, and reads each
// candidate once for both. Their window is the union of both windows, as with blocks of lanes on a CPU: a candidate
// outside a boid's own window is not its neighbour. Two boids in different rows of cells are summed one after the
// other.
#pragma once

#include "base/two.h"
#include "model/device/steer.h"

namespace murmur {
namespace two {
// The order matters: each file uses earlier ones.
// clang-format off
#include "model/pair.inl"
#include "model/plain_pairs.inl"
#include "model/neighbour_sum.inl"
#include "model/visit.inl"
// clang-format on

/// Passes the boids of each run to the sums of both boids, like SearchedRuns of visit.inl on a GPU.
template <Images I, int D, class Pairs>
struct PairRuns {
  const Pairs& pairs;
  const World<float, D>& world;
  const Body<float, D>* bodies;
  const Block& block;
  Everybody<NeighbourSum<Two, D>> search{};

  MURMUR_INLINE void add(uint32_t begin, uint32_t end, const Vec<float, D>& shift, bool shifted) {
    const Body<float, D>* at = bodies + begin;
    for (uint32_t j = begin; j < end; ++j, ++at) {
      const Body<float, D> other = *at;  // a copy, so that GPUs use 16-byte loads
      (search_boid<I>)(search, pairs, world, other, j, shift, shifted);
    }
  }
  MURMUR_INLINE void add_block() { (search_block<I>)(search, pairs, world, bodies, block.first, block.last); }
};

template <int D>
MURMUR_INLINE Vec<Two, D> together(const Vec<float, D>& a, const Vec<float, D>& b) {
  Vec<Two, D> r;
  for (int k = 0; k < D; ++k) r[k] = Two(a[k], b[k]);
  return r;
}

/// Extracts the sums of the first or the second boid.
template <int D>
MURMUR_INLINE murmur::NeighbourSum<float, D> sums_of(const NeighbourSum<Two, D>& sums, bool second) {
  using One = murmur::NeighbourSum<float, D>;
  constexpr size_t kNumbers = sizeof(One) / sizeof(float);
  struct Pairs {
    Two at[kNumbers];
  };
  struct Numbers {
    float at[kNumbers];
  };
  const auto pairs = __builtin_bit_cast(Pairs, sums);
  Numbers numbers;
  for (size_t n = 0; n < kNumbers; ++n) numbers.at[n] = second ? pairs.at[n].b : pairs.at[n].a;
  return __builtin_bit_cast(One, numbers);
}

}  // namespace two

/// Whether the kernel supports this kind of sums: kinds that most models have. Rows of species and walls that hide
/// boids would need one boid at a time.
constexpr bool sums_pairs(SumKind kind) { return !kind.species && kind.terms == Terms::kUsual; }

/// Same as steer_boid (steer.h) for the boids at sorted indices k and, if it exists, k + 1.
template <int D, SumKind K, Images I, class Atomic>
MURMUR_INLINE void steer_pair(const SteerArguments<D>& a, int64_t k) {
  if (a.block->halted()) return;
  const CellGrid<float, D>& grid = a.grid;
  const Body<float, D>* const bodies = a.flock.sorted_bodies;
  const auto end = static_cast<uint32_t>(k + 2 < a.flock.boids ? k + 2 : a.flock.boids);
  for (auto first = static_cast<uint32_t>(k), last = end; first < end; first = last) {
    const Body<float, D> one = bodies[first];
    Body<float, D> other = bodies[end - 1];
    const int32_t row = grid.coordinate(1, one.p[1]);
    bool in_row = grid.coordinate(1, other.p[1]) == row;
    int32_t layer = 0;
    if constexpr (D == 3) {
      layer = grid.coordinate(2, one.p[2]);
      in_row = in_row && grid.coordinate(2, other.p[2]) == layer;
    }
    last = in_row ? end : first + 1;
    if (!in_row) other = one;  // the last sums are then computed twice
    using Pairs = two::PlainPairs<two::Two, D, K.falloff, K.field_of_view>;
    const Pairs pairs(a.parameters, two::together(one.p, other.p), two::together(one.v, other.v));
    const Block block{first, last, layer, row, grid.coordinate(0, one.p[0]), grid.coordinate(0, other.p[0])};
    two::PairRuns<I, D, Pairs> runs{pairs, a.parameters.world, bodies, block};
    two::each_run<D>(runs, grid, a.flock.starts, a.parameters.world, block, cells_around(grid, block));
    finish_boid<false, Atomic>(a, two::sums_of(runs.search.sum, false), first, one);
    if (last - first > 1)
      finish_boid<false, Atomic>(a, two::sums_of(runs.search.sum, true), first + 1, other);
  }
}

}  // namespace murmur
