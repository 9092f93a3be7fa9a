// Answers questions of a window about a flock, on a device: functors over plain arrays, as in stages.h. Used by
// sim/backends/device/reader.h.
#pragma once

#include "base/bits.h"
#include "model/device/stages.h"
#include "model/inspection.h"

namespace murmur {

/// Block that collects the answers; parts that are not asked for are not written. The host downloads it up to the
/// last part that it needs.
template <int D>
struct InspectionBlock {
  uint64_t speeds[kSpeedBins];
  uint64_t speed, heading[D];  ///< sums, as signed integers in units of 1 / kFixedOne
  uint64_t pairs;
  uint64_t species[kMostSpecies];
  uint64_t squares[kMostSquares];  ///< near_key() of the nearest boid in each square; 0: no boid
  uint32_t square_ids[kMostSquares];
  uint32_t neighbours, place;  ///< number of neighbours; sorted index of the boid
  Body<float, D> boid;
  Vec<float, D> places[kMostNeighbours];
  alignas(16) float seen[2 * D * kMostShown];  ///< instances of the boids in squares, or of all boids
};

/// Key of the boid at a sorted index, for the nearest in a square: a nearer boid has a larger key.
MURMUR_HD inline uint64_t near_key(float square, uint32_t place) {
  return ~(uint64_t{bits_of(square)} << 32 | place);
}
MURMUR_HD inline uint32_t near_place(uint64_t key) { return ~static_cast<uint32_t>(key); }

/// Converts a number of at most 64 to an integer in units of 1 / kFixedOne.
MURMUR_HD inline int32_t fixed(float share) {
  const float limited = share < -64.0f ? -64.0f : share < 64.0f ? share : 64.0f;
  return static_cast<int32_t>(limited * kFixedOne);
}

/// Counters of one thread, kept in registers by indices known at compile time. Most boids are in few bins, and
/// threads that add to the same word wait for each other, so each thread adds only once.
template <int kBins>
struct BinCounts {
  uint32_t counts[kBins] = {};
  MURMUR_INLINE void add(int32_t bin) {
    for (int32_t k = 0; k < kBins; ++k) counts[k] += k == bin ? 1u : 0u;
  }
  template <class Atomic>
  MURMUR_INLINE void add_to(uint64_t* sums) const {
    for (int32_t k = 0; k < kBins; ++k)
      if (counts[k] != 0) Atomic::add(sums + k, uint64_t{counts[k]});
  }
};

/// Sums speeds, headings and species; each thread handles every `threads`-th boid.
template <int D, class Atomic>
struct SumBoids {
  const Body<float, D>* bodies;
  const uint32_t* species;  ///< null: a flock without species
  int64_t boids, threads;
  float max_speed;
  InspectionBlock<D>* out;
  MURMUR_HD void operator()(int64_t thread) const {
    int64_t speeds = 0, heading[D] = {};
    BinCounts<kSpeedBins> bins;
    BinCounts<kMostSpecies> kinds;
    for (int64_t i = thread; i < boids; i += threads) {
      const Vec<float, D> v = bodies[i].v;
      const float speed = square_root(dot(v, v)), share = speed / max_speed, bin = share * kSpeedBins;
      bins.add(bin < kSpeedBins - 1 ? static_cast<int32_t>(bin) : kSpeedBins - 1);
      if (species) kinds.add(static_cast<int32_t>(species[i]));
      speeds += fixed(share);
      if (!(speed > 0.0f)) continue;
      for (int k = 0; k < D; ++k) heading[k] += fixed(v[k] / speed);
    }
    bins.template add_to<Atomic>(out->speeds);
    kinds.template add_to<Atomic>(out->species);
    Atomic::add(&out->speed, static_cast<uint64_t>(speeds));
    for (int k = 0; k < D; ++k) Atomic::add(out->heading + k, static_cast<uint64_t>(heading[k]));
  }
};

/// A Search (pair.inl) that counts the neighbours within R.
template <int D>
struct NeighbourCount {
  uint32_t count = 0;
  template <class Pairs, class J>
  MURMUR_INLINE void consider(const Pairs& pairs, const J& j) {
    count += pairs.near(j) ? 1u : 0u;
  }
};

/// Counts the neighbours of the n-th boid of an evenly spaced sample, whatever the field of view.
template <int D, bool kWrapped, class Atomic>
struct CountNeighbours {
  SteerArguments<D> a;
  int64_t sampled;
  InspectionBlock<D>* out;
  MURMUR_HD void operator()(int64_t n) const {
    const auto place = static_cast<uint32_t>(n * a.flock.boids / sampled);
    const Body<float, D> body = a.flock.sorted_bodies[place];
    CellGrid<float, D> grid = a.grid;
    if constexpr (kWrapped) {
      for (int axis = 0; axis < D; ++axis) grid.reach[axis] = a.block->reach[axis];
    }
    const int32_t column = grid.coordinate(0, body.p[0]), row = grid.coordinate(1, body.p[1]);
    const int32_t layer = D == 3 ? grid.coordinate(D - 1, body.p[D - 1]) : 0;
    const PlainPairs<float, D, Falloff::kNone, false> pairs(a.parameters, body.p, body.v);
    constexpr Images kImages = kWrapped ? Images::kChecked : Images::kNone;
    const auto found = search_around<kImages>(NeighbourCount<D>{}, grid, a.flock.starts,
                                              a.flock.sorted_bodies, a.parameters.world, pairs,
                                              Block{place, place + 1, layer, row, column, column});
    Atomic::add(&out->pairs, uint64_t{found.count});
  }
};

/// Finds the boid nearest to the pixel in each square.
template <int D, class Atomic>
struct FindNear {
  PixelProjection camera;
  AroundPixel pixel;
  const Body<float, D>* sorted_bodies;
  InspectionBlock<D>* out;
  MURMUR_HD void operator()(int64_t i) const {
    const Vec<float, D> p = sorted_bodies[i].p;
    const Vec<float, 2> offset = camera.from<D>(p.c, pixel.x, pixel.y);
    const float square = dot(offset, offset);
    if (!(square < pixel.reach * pixel.reach)) return;
    uint64_t* const nearest = out->squares + pixel.square(offset);
    const uint64_t key = near_key(square, static_cast<uint32_t>(i));
    if (Atomic::load(nearest) < key) Atomic::max(nearest, key);
  }
};
template <int D>
struct TakeNear {
  const Body<float, D>* sorted_bodies;
  const uint32_t* sorted_ids;
  InspectionBlock<D>* out;
  MURMUR_HD void operator()(int64_t square) const {
    if (out->squares[square] == 0) return;
    const uint32_t place = near_place(out->squares[square]);
    const Body<float, D> body = sorted_bodies[place];
    for (int k = 0; k < D; ++k) {
      out->seen[2 * D * square + k] = body.p[k];
      out->seen[2 * D * square + D + k] = body.v[k];
    }
    out->square_ids[square] = sorted_ids[place];
  }
};

/// Counts the boids in each pixel.
template <int D, class Atomic>
struct CountInPixel {
  PixelProjection camera;
  const Body<float, D>* bodies;
  uint32_t* counts;  ///< (height, width) boids in each pixel
  MURMUR_HD void operator()(int64_t i) const {
    const int64_t pixel = camera.pixel_of<D>(bodies[i].p.c);
    if (pixel >= 0) Atomic::add(counts + pixel, uint32_t{1});
  }
};

template <int D>
struct TakeBoid {
  const Body<float, D>* sorted_bodies;
  const uint32_t* sorted_ids;
  uint32_t id;
  InspectionBlock<D>* out;
  MURMUR_HD void operator()(int64_t i) const {
    if (sorted_ids[i] != id) return;
    out->boid = sorted_bodies[i];
    out->place = static_cast<uint32_t>(i);
  }
};
/// Finds the visible neighbours of the boid by the contract: within R, and in view.
template <int D, class Atomic>
struct FindNeighbours {
  Parameters<float, D> parameters;
  const Body<float, D>* sorted_bodies;
  const uint32_t* sorted_ids;
  Columns<D, float, PointerTo> sorted_columns;
  uint32_t id;
  InspectionBlock<D>* out;
  MURMUR_HD void operator()(int64_t i) const {
    if (sorted_ids[i] == id) return;
    const Body<float, D> boid = out->boid;
    const Body<float, D> other = sorted_bodies[i];
    const Vec<float, D> d = displacement(parameters.world, boid.p, other.p);
    const auto pairs =
        pairs_of<AnyTerms<float, D, true>>(parameters, boid.p, boid.v, sorted_columns, out->place);
    if (!pairs.near(Candidate<float, D>(d, other.p, other.v, static_cast<uint32_t>(i)))) return;
    const uint32_t number = Atomic::add(&out->neighbours, 1u);
    if (number < kMostNeighbours) out->places[number] = boid.p + d;
  }
};

}  // namespace murmur
