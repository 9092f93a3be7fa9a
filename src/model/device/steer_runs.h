// The update kernel `flat`: it first finds the runs of candidates of its boid (model/device/runs.h) and then visits
// them all in one loop, so that the lanes of a warp wait for each other only once instead of after each run. A boid's
// neighbours keep the contract's order. Written over a Store, the memory of a thread:
//   set_run(n, run), run(n)    the n-th run of this thread
//   put_if(near, place)        appends an index to the list
//   is_full()                  no room for another kStep indices
//   for_each(f)                calls f(place) in order; empties the list
//   any(condition)             whether it holds in any thread of the warp; all threads must call it
// The kernel reads up to 32 boids past a run, so that loads need not wait for tests; sorted_bodies is longer
// accordingly.
#pragma once

#include "model/device/runs.h"
#include "model/device/steer.h"

namespace murmur {

/// Sorted boids [begin, end); an empty run ends the list of runs. The upper bits of begin are the shift code of an
/// image (runs.h), so a wrapped world has fewer than 2^26 boids.
struct Run {
  uint32_t begin = 0, end = 0;
};
constexpr int kRunPlaceBits = 26;
constexpr uint32_t kRunPlaceMask = (1u << kRunPlaceBits) - 1;

template <int D>
struct RunArguments {
  SteerArguments<D> steer;
  RunBounds<D> bounds;
};

/// Walks through the runs of one boid, kStep candidates at a time.
template <int D, bool kShifted, class Store>
class RunWalk {
 public:
  MURMUR_INLINE RunWalk(const SteerArguments<D>& a, Store& store)
      : world_(a.parameters.world), bodies_(a.flock.sorted_bodies), store_(store) {
    load_run();
  }

  MURMUR_INLINE bool at_end() const { return run_.begin >= run_.end; }
  /// Calls use(body, index, whether it is a candidate, shift, shift code) for the next kStep candidates, or past the
  /// end of the run. Do not call at the end.
  template <class Use>
  MURMUR_INLINE void advance(const Use& use) {
    const Body<float, D>* const at = bodies_ + run_.begin;
    const uint32_t left = run_.end - run_.begin;
    for (uint32_t c = 0; c < Store::kStep; ++c) use(at[c], run_.begin + c, c == 0 || c < left, shift_, code_);
    run_.begin += Store::kStep;
  }
  MURMUR_INLINE void next_run() {
    next_ += run_.end != 0 ? 1 : 0;
    load_run();
  }

 private:
  MURMUR_INLINE void load_run() {
    run_ = store_.run(next_);
    if constexpr (kShifted) {
      code_ = run_.begin >> kRunPlaceBits;
      run_.begin &= kRunPlaceMask;
      shift_ = shift_of(world_, code_);
    }
  }

  const World<float, D>& world_;
  const Body<float, D>* bodies_;
  Store& store_;
  Run run_;
  uint32_t next_ = 0, code_ = 0;
  Vec<float, D> shift_{};
};

template <int D, bool kShifted>
MURMUR_INLINE Vec<float, D> image_displacement(const Vec<float, D>& p_j, const Vec<float, D>& shift,
                                               const Vec<float, D>& p) {
  Vec<float, D> d;
  for (int k = 0; k < D; ++k) d[k] = (kShifted ? p_j[k] + shift[k] : p_j[k]) - p[k];
  return d;
}

/// Image shift of a run, stored in a word of a list.
template <int D, bool kShifted>
MURMUR_INLINE Vec<float, D> shift_of_word(const SteerArguments<D>& a, uint32_t word) {
  return kShifted ? shift_of(a.parameters.world, word >> kRunPlaceBits) : Vec<float, D>{};
}

/// Whether close candidates are listed. With a falloff, separation is computed later, when the list is full: the root
/// and the quotient cost more than all else, and few candidates are close. Each sum keeps its order.
constexpr bool lists_close(SumKind kind) { return kind.falloff != Falloff::kNone; }

template <bool kLists, class Store>
MURMUR_INLINE bool list_is_full(const Store& store) {
  if constexpr (kLists) return store.is_full();
  return false;
}

template <bool kLists, bool kShifted, class Pairs, int D, class Store, class Sum>
MURMUR_INLINE Sum sum_of_runs(Sum sum, const SteerArguments<D>& a, const Pairs& pairs, Store& store) {
  RunWalk<D, kShifted, Store> walk(a, store);
  do {
    while (!walk.at_end() && !list_is_full<kLists>(store)) {
      walk.advance([&](const Body<float, D>& at, uint32_t j, bool is_one, const Vec<float, D>& shift,
                       uint32_t code) {
        const Body<float, D> other = at;  // a copy, so that GPUs use 16-byte loads
        const Vec<float, D> d = image_displacement<D, kShifted>(other.p, shift, pairs.p);
        const Candidate<float, D, MaskedCandidate<bool>> candidate(d, other.p, other.v, j, {is_one});
        const bool near = pairs.near(candidate), close = pairs.close(candidate, near);
        constexpr bool kBoth = kKnowsSpecies<Pairs> && !Pairs::kAnyTerm && !kLists;  // one table row for both
        if constexpr (kBoth) return sum.add(pairs, candidate, near, close);
        if (near) sum.add(pairs, candidate, true, false);
        if constexpr (kLists) {
          store.put_if(close, kShifted ? j | code << kRunPlaceBits : j);
        } else {
          sum.add(pairs, candidate, false, close);
        }
      });
      if (walk.at_end()) walk.next_run();
    }
    if constexpr (kLists) {
      store.for_each([&](uint32_t word) {
        const uint32_t j = kShifted ? word & kRunPlaceMask : word;
        const Body<float, D> other = a.flock.sorted_bodies[j];
        const auto d = image_displacement<D, kShifted>(other.p, shift_of_word<D, kShifted>(a, word), pairs.p);
        sum.add(pairs, Candidate<float, D>(d, other.p, other.v, j), false, true);
      });
    }
  } while (!walk.at_end());
  return sum;
}

/// Same as steer_boid (steer.h) for the boid at sorted index k, which may be past the last one. Must be called by
/// all threads of a warp together.
template <int D, SumKind K, Images I, class Atomic, class Store>
MURMUR_INLINE void steer_by_runs(const RunArguments<D>& arguments, int64_t k, Store& store) {
  const SteerArguments<D>& a = arguments.steer;
  if (a.block->halted()) return;
  const bool is_boid = k < a.flock.boids;
  const Body<float, D> body = a.flock.sorted_bodies[is_boid ? k : 0];
  const bool at_border = store.any(is_at_border(a.grid, body.p));
  uint32_t runs = 0;
  const auto add_run = [&](uint32_t begin, uint32_t end, uint32_t code) {
    store.set_run(runs++, Run{begin | code << kRunPlaceBits, end});
  };
  const auto own = static_cast<uint32_t>(k);
  if (is_boid) {
    if (at_border) {
      visit_runs<D, I>(a.grid, a.flock.starts, arguments.bounds, body.p, own, add_run);
    } else {
      visit_runs<D, I, true>(a.grid, a.flock.starts, arguments.bounds, body.p, own, add_run);
    }
  }
  store.set_run(runs, Run{});
  const auto pairs =
      pairs_of<PairsOf<K, float, D>>(a.parameters, body.p, body.v, a.flock.sorted_columns, is_boid ? k : 0);
  NeighbourSum<float, D> sum;
  if (I == Images::kUnique && at_border) {
    sum = sum_of_runs<lists_close(K), I == Images::kUnique>(sum, a, pairs, store);
  } else {
    sum = sum_of_runs<lists_close(K), false>(sum, a, pairs, store);
  }
  if (is_boid) finish_boid<K.species, Atomic>(a, sum, k, body);
}

}  // namespace murmur
