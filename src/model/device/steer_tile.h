// The update kernel `tile`: the boids of a warp are neighbours in the contract's order, so they share most candidates. The
// warp takes all candidates of its row in tiles of 32, which its lanes load together. Each lane tests all of a tile, one
// bit each, with a test that is cheap and never misses a neighbour; later it sums over the bits with the exact test.
// A warp whose boids are in several rows takes one row after the other.
// Written over a Warp, which tests also play with a single lane (tests/support/serial_device.cpp):
//   kLanes, lane()                    lanes, and which of them this is
//   lanes_where(b), any(b)            of all lanes; from(value, lane): that lane's value; sync(): its lanes wait for each
//                                     other, and see what the others have written
//   first_of(lanes), last_of(lanes)   lowest and highest bit
//   candidate(c), run(n)              memory of the warp: a tile, and runs of candidates
//   with_sign(bits, t)                bits * 2 + (1 if the sign bit of t is set)
//   put_bits(place, bits)             of this lane: appends unless no bit is set; the highest bit is the first place
//   is_full(), for_each(f)            no room for another; f(place) of each bit in order, and empties
#pragma once

#include "model/device/steer_runs.h"

namespace murmur {

/// A candidate relative to the warp's origin, for one 16-byte load.
struct alignas(16) TileCandidate {
  float x, y, z, half_square;
};
constexpr uint32_t kTileSize = 32;
/// Runs of a row of boids: the rows and layers around it, each in the world and in its images to the left and right.
template <int D>
constexpr uint32_t kTileRuns = D == 3 ? 27 : 9;

/// The cheap test of candidate q against boid s, both relative to an origin: |q|^2 / 2 - q.s - (R^2 - |s|^2) / 2 < 0, which is
/// |q - s| < R. Rounding changes this by less than 2^-18 (|q|^2 + |s|^2 + R^2) in all (each of its ten operations by 2^-24
/// of its largest term), and the exact test by less than 2^-20 of them; the margin is 2^-17. Where squares may
/// overflow or underflow, it always holds.
struct CheapTest {
  static constexpr float kMargin = 0x1p-17f, kLeast = 1e-30f, kLargest = 1e37f, kAlways = -1e38f,
                         kNever = 1e38f;

  template <int D>
  MURMUR_INLINE static TileCandidate candidate(const Vec<float, D>& q) {
    const float square = dot(q, q);
    TileCandidate c{q[0], q[1], 0.0f, square * (0.5f - kMargin)};
    if constexpr (D == 3) c.z = q[2];
    if (!(square < kLargest)) c = {0.0f, 0.0f, 0.0f, kAlways};
    return c;
  }
  MURMUR_INLINE static TileCandidate none() { return {0.0f, 0.0f, 0.0f, kNever}; }

  template <int D>
  MURMUR_INLINE CheapTest(const Vec<float, D>& s, float radius_squared) {
    const float square = dot(s, s);
    minus = {0.0f - s[0], 0.0f - s[1], 0.0f, square * (0.5f - kMargin) - radius_squared * (0.5f + kMargin)};
    if constexpr (D == 3) minus.z = 0.0f - s[2];
    if (!(square < kLargest && radius_squared > kLeast && radius_squared < kLargest))
      minus = {0.0f, 0.0f, 0.0f, kAlways};
  }
  /// Negative, or -0, if the test holds.
  template <int D>
  MURMUR_INLINE float of(const TileCandidate& c) const {
    float t = c.half_square + minus.half_square;
    if constexpr (D == 3) t = fused(c.z, minus.z, t);
    return fused(c.x, minus.x, fused(c.y, minus.y, t));
  }
  TileCandidate minus;  ///< the boid
};

/// The boids of a warp in one row of cells (of one layer), and the columns that they search.
struct TileRow {
  int32_t layer, row, column_from, column_to;
};

/// The n-th run of a row, in the contract's order: layers, rows, images from left to right. reach of rows and layers is 1.
template <int D, Images I>
MURMUR_INLINE Run tile_run(const CellGrid<float, D>& grid, const uint32_t* starts, const TileRow& at,
                           uint32_t n) {
  constexpr bool kWrapped = I == Images::kUnique;
  const int32_t columns = grid.count[0], rows = grid.count[1];
  const auto piece = static_cast<int32_t>(n % 3), over = static_cast<int32_t>(n / 3 % 3) - 1;
  int32_t real_layer = 0;
  uint32_t code = 0;
  if constexpr (D == 3) {
    const int32_t count = grid.count[2], image = at.layer + static_cast<int32_t>(n / 9) - 1;
    if (!kWrapped && (image < 0 || image >= count)) return {};
    real_layer = image < 0 ? image + count : image >= count ? image - count : image;
    code = shift_code(image, real_layer) << 4;
  }
  const int32_t image = at.row + over;
  if (!kWrapped && (image < 0 || image >= rows)) return {};
  const int32_t real_row = image < 0 ? image + rows : image >= rows ? image - rows : image;
  code |= shift_code(image, real_row) << 2;
  const int32_t world = (piece - 1) * columns;  // where the first column of this image is
  int32_t from = at.column_from - world, to = at.column_to - world;
  from = from > 0 ? from : 0;
  to = to < columns - 1 ? to : columns - 1;
  if (from > to || (!kWrapped && piece != 1)) return {};
  code |= piece == 0 ? 2u : piece == 2 ? 1u : 0u;
  const uint32_t* const row_starts = row_of(starts, columns, rows * real_layer + real_row, 0, 0);
  return {row_starts[from] | code << kRunPlaceBits, row_starts[to + 1]};
}

template <int D, SumKind K, Images I, class Warp>
class TileSums {
 public:
  MURMUR_INLINE TileSums(const SteerArguments<D>& a, Warp& warp, uint32_t own, const Vec<float, D>& p,
                         const Self<float, D>& self)
      : a_(a), warp_(warp), own_(own), p_(p), self_(self) {}

  /// Tests the candidates of a row's boids; `mine`: this lane's boid is one, `first`: the first lane of these.
  MURMUR_INLINE void add_row(const TileRow& at, bool mine, uint32_t first) {
    warp_.sync();
    for (uint32_t n = warp_.lane(); n < kTileRuns<D>; n += Warp::kLanes)
      warp_.run(n) = tile_run<D, I>(a_.grid, a_.flock.starts, at, n);
    warp_.sync();
    Vec<float, D> origin, s;
    for (int k = 0; k < D; ++k) {
      origin[k] = warp_.from(p_[k], first);
      s[k] = p_[k] - origin[k];
    }
    const CheapTest test(s, a_.parameters.rules.radius_squared);
    const uint32_t from = kWrapped && at.column_from < 0 ? 0 : 1,
                   to = kWrapped && at.column_to >= a_.grid.count[0] ? 2 : 1;
    for (uint32_t row = 0; row < kTileRuns<D>; row += 3) {
      for (uint32_t piece = from; piece <= to; ++piece) {
        Run run = warp_.run(row + piece);
        uint32_t code = 0;
        Vec<float, D> shift;
        if constexpr (kWrapped) {
          code = run.begin >> kRunPlaceBits;
          run.begin &= kRunPlaceMask;
          shift = shift_of(a_.parameters.world, code);
          if (code != 0 && run.begin < run.end) shifted_ = true;
        }
        for (; run.begin < run.end; run.begin += kTileSize) {
          const uint32_t bits = tested(run, code == 0, shift, origin, test);
          warp_.put_bits(run.begin | code << kRunPlaceBits, mine ? bits : 0);
          if (warp_.any(warp_.is_full())) add_listed();
        }
      }
    }
  }

  MURMUR_INLINE NeighbourSum<float, D> result() {
    add_listed();
    return sum_;
  }

 private:
  static constexpr bool kWrapped = I == Images::kUnique;

  /// Bits of the first kTileSize candidates of a run.
  MURMUR_INLINE uint32_t tested(const Run& run, bool in_world, const Vec<float, D>& shift,
                                const Vec<float, D>& origin, const CheapTest& test) {
    const uint32_t left = run.end - run.begin;
    for (uint32_t c = warp_.lane(); c < kTileSize; c += Warp::kLanes) {
      TileCandidate candidate = CheapTest::none();
      if (c < left) {
        const Body<float, D> other = a_.flock.sorted_bodies[run.begin + c];
        candidate = CheapTest::candidate(image_displacement<D, kWrapped>(other.p, shift, origin));
      }
      warp_.candidate(c) = candidate;
    }
    warp_.sync();
    uint32_t bits = 0, done = 0;
    do {
      for (uint32_t c = 0; c < kStep; ++c)
        bits = Warp::with_sign(bits, test.of<D>(warp_.candidate(done + c)));
      done += kStep;
    } while (done < left && done < kTileSize);
    warp_.sync();
    bits <<= kTileSize - done;
    const uint32_t me = own_ - run.begin;
    if (me < kTileSize && in_world) bits &= ~(0x80000000u >> me);
    return bits;
  }

  MURMUR_INLINE void add_listed() {
    if (kWrapped && shifted_) {
      add_listed_images<kWrapped>();
    } else {
      add_listed_images<false>();
    }
  }
  template <bool kShifted>
  MURMUR_INLINE void add_listed_images() {
    const Rules<float>& rules = a_.parameters.rules;
    warp_.for_each([&](uint32_t word) {
      const Body<float, D> other = a_.flock.sorted_bodies[kShifted ? word & kRunPlaceMask : word];
      const Vec<float, D> d =
          image_displacement<D, kShifted>(other.p, shift_of_word<D, kShifted>(a_, word), p_);
      const float square = dot(d, d);
      const bool near = is_near<float, D, K>(self_, rules, d, square, AnyCandidate{});
      const bool close = is_close<float, D, K>(rules, near, square, AnyCandidate{});
      if (near) add_near<float, D, K>(sum_, true, rules, d, square, other.p, other.v);
      if (close) add_close<float, D, K>(sum_, true, d, square);
    });
  }

  static constexpr uint32_t kStep = 8;
  static_assert(kTileSize % kStep == 0);

  const SteerArguments<D>& a_;
  Warp& warp_;
  const uint32_t own_;
  const Vec<float, D>& p_;
  const Self<float, D>& self_;
  NeighbourSum<float, D> sum_;
  bool shifted_ = false;  // some bit so far may be of a shifted image
};

/// steer_boid (stages.h) for the boid at sorted place k, which may be behind the last one. Called by all lanes of a warp
/// together, with places that follow each other.
template <int D, SumKind K, Images I, class Atomic, class Warp>
MURMUR_INLINE void steer_by_tiles(const SteerArguments<D>& a, int64_t k, Warp& warp) {
  static_assert(I != Images::kChecked);
  if (a.block->halted()) return;
  const bool is_boid = k < a.flock.boids;
  const Body<float, D> body = a.flock.sorted_bodies[is_boid ? k : a.first];
  const auto self = make_self<float, D, K>(a.parameters.rules, body.p, body.v);
  const int32_t column = a.grid.coordinate(0, body.p[0]), row = a.grid.coordinate(1, body.p[1]);
  int32_t layer = 0;
  if constexpr (D == 3) layer = a.grid.coordinate(2, body.p[2]);
  TileSums<D, K, I, Warp> sums(a, warp, static_cast<uint32_t>(k), body.p, self);
  for (uint32_t left = warp.lanes_where(is_boid); left != 0;) {
    const uint32_t first = warp.first_of(left);
    TileRow at{warp.from(layer, first), warp.from(row, first), 0, 0};
    const bool mine = is_boid && row == at.row && layer == at.layer;
    const uint32_t lanes = warp.lanes_where(mine);
    at.column_from = warp.from(column, first) - a.grid.reach[0];
    at.column_to = warp.from(column, warp.last_of(lanes)) + a.grid.reach[0];
    sums.add_row(at, mine, first);
    left &= ~lanes;
  }
  const NeighbourSum<float, D> sum = sums.result();
  if (is_boid) finish_boid<D, Atomic>(a, sum, k, body);
}

}  // namespace murmur
