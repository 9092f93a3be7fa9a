// The update kernel `lists`, in 3D: the boids of a warp that lie in one row of cells search its candidates together. Lanes that follow
// each other form groups. Each lane loads one candidate, tests it against the boxes around the boids of each group, and appends it to
// the lists of the groups that it can reach. Then each lane walks through the list of its group, with the test and the sums of every
// kernel. Candidates that are far from all boids of a group are left out; the others keep the contract's order.
// Written over a Warp, whose lanes exchange values and share memory:
//   kLanes, kGroups          the lanes, and the groups of them
//   lane() group()           indices of the thread's lane and group
//   ballot(condition)        a bit for each lane, and count(bits)
//   of_lane(x, lane)         x of another lane, of_group(x, group) of the first lane of a group
//   low(x) high(x)           least and greatest x in the group; least(x): least x of all lanes
//   saturated(x)             x within [0, 1]; 0 for NaN
//   set_run(n, run) run(n)   the n-th run; all lanes set the same one
//   put_if(near, group, place, body), each(place, n, f)   f(0, body) ... f(n - 1, body): the own group's list from this place on
//   sync()                   all lanes see what all have written
#pragma once

#include <limits>

#include "model/device/steer_pairs.h"

namespace murmur {

/// Lists are ring buffers of indices. They are read in steps, and padded with bodies that are near no boid.
constexpr uint32_t kListRing = 64, kListStep = 8;

struct ListRun {
  uint32_t begin, end;
  bool shifted;
  Vec<float, 3> shift;
};
/// Largest number of runs if a cell reaches one row and layer further: nine rows, in a wrapped world in three images.
template <Images I>
constexpr uint32_t kMostListRuns = I == Images::kUnique ? 27 : 9;

/// Boxes are measured with slightly more than R, to cover the rounding of distances. The slack covers twice the
/// rounding of positions.
constexpr float kListReach = 1.0001f, kListSlack = 0x1p-20f;

/// The candidates of boids of a warp that are in one row of cells.
template <class Pairs, Images I, class Warp>
class WarpLists {
 public:
  /// `active`: whether the lane has one of these boids; `own`: the boid's sorted index.
  MURMUR_INLINE WarpLists(const SteerArguments<3>& a, Warp& warp, const Body<float, 3>& body, bool active,
                          uint32_t own)
      : rules_(a.parameters.rules),
        bodies_(a.flock.sorted_bodies),
        warp_(warp),
        pairs_(a.parameters, body.p, body.v),
        inverse_(1.0f / (rules_.radius * kListReach)),
        own_place_(own) {
    constexpr float kFar = 1e30f;
    for (int k = 0; k < 3; ++k) {
      const float p = body.p[k] * inverse_;
      const float low = warp.low(active ? p : kFar), high = warp.high(active ? p : 0.0f - kFar);
      const float centre = 0.5f * (low + high);
      const float farthest = greater(0.0f - low, high);
      const float half = fused(farthest, kListSlack, greater(centre - low, high - centre));
      for (uint32_t g = 0; g < kGroups; ++g) {
        centre_[g][k] = warp.of_group(centre, g);
        half_[g][k] = warp.of_group(half, g);
      }
    }
    if (!active) pairs_.p[0] = std::numeric_limits<float>::quiet_NaN();  // NaN is near no boid
  }

  // Called by each_run() (visit.inl).
  MURMUR_INLINE void add(uint32_t begin, uint32_t end, const Vec<float, 3>& shift, bool shifted) {
    if (begin < end) warp_.set_run(runs_++, ListRun{begin, end, shifted, shift});
  }
  MURMUR_INLINE void add_block() {}

  /// Returns `sum` after adding all candidates of the runs.
  MURMUR_INLINE NeighbourSum<float, 3> sum_after(const NeighbourSum<float, 3>& sum) {
    everybody_.sum = sum;
    warp_.sync();
    for (uint32_t r = 0; r < runs_; ++r) {
      const ListRun run = warp_.run(r);
      for (uint32_t j = run.begin; j < run.end; j += Warp::kLanes) list(run, j);
    }
    Body<float, 3> nobody{};
    nobody.p[0] = std::numeric_limits<float>::quiet_NaN();
    for (uint32_t g = 0; g < kGroups; ++g) {
      const uint32_t end = (heads_ + listed_) >> 8 * g, missing = (0u - (listed_ >> 8 * g)) % kListStep;
      for (uint32_t n = warp_.lane(); n < kListStep; n += Warp::kLanes)
        warp_.put_if(n < missing, g, end + n, nobody);
    }
    walk((listed_ + (kListStep - 1) * kOnes) & kWholeSteps);
    return everybody_.sum;
  }

 private:
  static constexpr uint32_t kGroups = Warp::kGroups;
  static_assert(kGroups <= 4 && Warp::kLanes <= kListRing / 2);

  // The numbers of all groups are packed as bytes of one word, each at most 128.
  static constexpr uint32_t kOnes = 0x01010101, kWholeSteps = (256 - kListStep) * kOnes;
  static MURMUR_INLINE bool some_above(uint32_t numbers, uint32_t limit) {
    return ((numbers + (127 - limit) * kOnes) & 128 * kOnes) != 0;
  }
  static MURMUR_INLINE uint32_t at_most(uint32_t numbers, uint32_t limit) {
    const uint32_t more = ((numbers + (128 - limit) * kOnes) >> 7 & kOnes) * 255;
    return (numbers & ~more) | (limit * kOnes & more);
  }
  MURMUR_INLINE uint32_t of_own_group(uint32_t numbers) const { return numbers >> 8 * warp_.group() & 255; }

  /// Appends the candidates from sorted index `begin` on, one for each lane, to the lists of the groups they can reach.
  MURMUR_INLINE void list(const ListRun& run, uint32_t begin) {
    const uint32_t j = begin + warp_.lane(), below = (1u << warp_.lane()) - 1;
    Body<float, 3> other = bodies_[j];
    if constexpr (I == Images::kUnique) {
      for (int k = 0; k < 3; ++k) other.p[k] = other.p[k] + run.shift[k];
    }
    const float limit = j < run.end ? 1.0f : 0.0f;
    float q[3];
    for (int k = 0; k < 3; ++k) q[k] = other.p[k] * inverse_;
    const uint32_t ends = heads_ + listed_;
    uint32_t counts = 0, reached_own = 0;
    for (uint32_t g = 0; g < kGroups; ++g) {
      float d[3];  // distance to the box
      for (int k = 0; k < 3; ++k) d[k] = warp_.saturated(magnitude(q[k] - centre_[g][k]) - half_[g][k]);
      const bool near = fused(d[2], d[2], fused(d[1], d[1], d[0] * d[0])) < limit;
      const uint32_t reached = warp_.ballot(near);
      warp_.put_if(near, g, (ends >> 8 * g) + warp_.count(reached & below), other);
      counts += warp_.count(reached) << 8 * g;
      if (warp_.group() == g) reached_own = reached;
    }
    const uint32_t at = own_place_ - begin;
    const bool in_run = own_place_ < run.end && !(I == Images::kUnique && run.shifted);
    if (at < Warp::kLanes && in_run)
      own_ = of_own_group(listed_) + warp_.count(reached_own & ((1u << at) - 1));
    listed_ += counts;
    // Makes room in a list that is more than half full; takes as few entries as possible from others, because all
    // lists are read together.
    if (!some_above(listed_, kListRing / 2)) return;
    const uint32_t most = some_above(listed_, kListRing * 3 / 4) ? kListRing / 2 : kListRing / 4;
    walk(at_most(listed_ & kWholeSteps, most));
  }

  /// Sums over so many entries of each list.
  MURMUR_INLINE void walk(uint32_t numbers) {
    const uint32_t head = of_own_group(heads_), n = of_own_group(numbers);
    warp_.sync();
    if (warp_.ballot(own_ < n) != 0) {
      warp_.each(head, n, [&](uint32_t place, const Body<float, 3>& other) {
        consider(other, MaskedCandidate<bool>{place != own_});
      });
    } else {
      warp_.each(head, n, [&](uint32_t, const Body<float, 3>& other) { consider(other, AnyCandidate{}); });
    }
    warp_.sync();
    own_ -= n;
    heads_ = (heads_ + numbers) & (kListRing - 1) * kOnes;
    listed_ -= numbers;
  }

  template <class Among>
  MURMUR_INLINE void consider(const Body<float, 3>& other, const Among& among) {
    Vec<float, 3> d;
    for (int k = 0; k < 3; ++k) d[k] = other.p[k] - pairs_.p[k];
    everybody_.consider(pairs_, Candidate<float, 3, Among>(d, other.p, other.v, 0u, among));
  }

  const Rules<float>& rules_;
  const Body<float, 3>* const bodies_;
  Warp& warp_;
  Pairs pairs_;
  Everybody<NeighbourSum<float, 3>> everybody_{};
  float inverse_, centre_[kGroups][3], half_[kGroups][3];
  uint32_t heads_ = 0, listed_ = 0;  // index of each list's first entry in the ring, and the list's length
  uint32_t own_place_, own_ = ~0u;   // the boid's own index: among all boids, and in its list
  uint32_t runs_ = 0;
};

/// Same as steer_boid (steer.h) for the boid at sorted index k, which may be past the last one. Must be called by
/// all lanes of a warp together, for kinds with sums_pairs(). The boids of these lanes are sorted by rows of cells.
template <SumKind K, Images I, class Atomic, class Warp>
MURMUR_INLINE void steer_by_lists(const SteerArguments<3>& a, int64_t k, Warp& warp) {
  if (a.block->halted()) return;
  const CellGrid<float, 3>& grid = a.grid;
  const bool is_boid = k < a.flock.boids;
  const Body<float, 3>* const at = a.flock.sorted_bodies + (is_boid ? k : a.first);
  NeighbourSum<float, 3> sum;
  for (uint32_t first = 0, last = 0; first < warp.count(warp.ballot(is_boid)); first = last) {
    const Body<float, 3> body = *at;  // loaded here, because its registers are free in the loops below
    const int32_t column = grid.coordinate(0, body.p[0]), row = grid.coordinate(1, body.p[1]);
    const int32_t layer = grid.coordinate(2, body.p[2]);
    constexpr uint32_t kNone = ~0u;  // own boids remain in their run
    Block block{kNone, kNone, warp.of_lane(layer, first), warp.of_lane(row, first), 0, 0};
    const bool active = is_boid && row == block.row && layer == block.layer;
    last = first + warp.count(warp.ballot(active));
    constexpr int32_t kOutside = std::numeric_limits<int32_t>::max();
    block.low = warp.least(active ? column : kOutside);
    block.high = -warp.least(active ? -column : kOutside);
    WarpLists<PairsOf<K, float, 3>, I, Warp> lists(a, warp, body, active, static_cast<uint32_t>(k));
    each_run<3>(lists, grid, a.flock.starts, a.parameters.world, block, cells_around(grid, block));
    sum = lists.sum_after(sum);
  }
  if (is_boid) finish_boid<false, Atomic>(a, sum, k, *at);
}

}  // namespace murmur
