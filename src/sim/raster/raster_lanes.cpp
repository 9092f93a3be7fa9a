// The drawing stages of a picture in lanes, compiled for each instruction set: boids are set up one per lane, then
// added four pixels at a time.
#include <algorithm>
#include <concepts>
#include <cstring>
#include <type_traits>

#include "base/math.h"
#include "sim/backends/cpu/lanes_step.h"
#include "sim/backends/cpu/lanes_targets.h"
#include "sim/backends/cpu/simd.h"
#include "sim/raster/palette.h"
#include "sim/raster/raster_lanes.h"
#include "sim/raster/raster_scalar.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/raster/raster_lanes.cpp"
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace murmur {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON || HWY_TARGET == HWY_WASM

#include "sim/backends/cpu/lanes.inl"

using WholeTag = hn::RebindToSigned<Tag>;
using Whole = hn::Vec<WholeTag>;

MURMUR_INLINE Whole whole(const Lanes& x) { return hn::ConvertTo(WholeTag(), x.v); }
MURMUR_INLINE Lanes number_in(const int32_t* table, const Lanes& place) {
  return hn::ConvertTo(Tag(), hn::GatherIndex(WholeTag(), table, whole(place)));
}

#include "model/raster_spans.inl"
#include "model/raster_spans_in_space.inl"

/// Replaces each byte, which must be below 64, by an entry of the table.
MURMUR_INLINE Whole look_up(Whole at, const uint8_t* table) {
  const hn::Repartition<uint8_t, Tag> bytes;
  const auto index = hn::BitCast(bytes, at), low = hn::And(index, hn::Set(bytes, 15));
  const auto part = [&](size_t k) {
    return hn::TableLookupBytes(hn::LoadDup128(bytes, table + 16 * k), low);
  };
  const auto odd = hn::TestBit(index, hn::Set(bytes, 16)), upper = hn::TestBit(index, hn::Set(bytes, 32));
  return hn::BitCast(WholeTag(), hn::IfThenElse(upper, hn::IfThenElse(odd, part(3), part(2)),
                                                hn::IfThenElse(odd, part(1), part(0))));
}

/// Index in the band of the first pixel of each lane's triangle.
MURMUR_INLINE Whole begin_of(const RasterBand& band, const TriangleSides<Lanes>& sides,
                             const LaneMask& seen) {
  const WholeTag ints;
  const Lanes margin(static_cast<float>(band.margin)), none(0.0f);
  const Whole row = whole(select(seen, sides.row - Lanes(static_cast<float>(band.first)) + margin, none)),
              column = whole(select(seen, sides.column + margin, none));
  return hn::Add(hn::Mul(row, hn::Set(ints, band.stride)), column);
}

/// What the boids of a block add: depths or samples of four pixels in each word, by row and group, and where they begin.
struct BlockWords {
  static constexpr int kGroups = (kMostLaneSpan + kPixelGroup - 1) / kPixelGroup;
  HWY_ALIGN int32_t words[kMostLaneSpan * kGroups][kRasterBlock];
  HWY_ALIGN int32_t begins[kRasterBlock], colours[kRasterBlock], rows[kRasterBlock];
  HWY_ALIGN int32_t nearness[kRasterBlock], groups[kRasterBlock];  // only for 3D
};

/// Loads boids from `first` on, one per lane; the last boid is repeated in surplus lanes.
template <int D>
struct PackOfBoids {
  Vec<Lanes, D> p, v;
  Lanes number;

  MURMUR_INLINE PackOfBoids(const RasterJob& job, int64_t first, int left) : number(0.0f) {
    constexpr int kLanes = kLanesOf<Lanes>;
    const float* boids = job.boids + job.stride * first;
    const float* numbers = job.numbers ? job.numbers + first : nullptr;
    HWY_ALIGN float rest[8 * kLanes], rest_of_numbers[kLanes];
    if (left < kLanes) {
      for (int j = 0; j < kLanes; ++j) {
        std::memcpy(rest + job.stride * j, boids + job.stride * std::min(j, left - 1), 2 * D * sizeof(float));
        if (numbers) rest_of_numbers[j] = numbers[std::min(j, left - 1)];
      }
      boids = rest;
      if (numbers) numbers = rest_of_numbers;
    }
    if (numbers) number = hn::LoadU(Tag(), numbers);
    if constexpr (D == 2) {
      hn::LoadInterleaved4(Tag(), boids, p[0].v, p[1].v, v[0].v, v[1].v);
    } else {
      const auto each =
          hn::Mul(hn::Iota(WholeTag(), 0), hn::Set(WholeTag(), static_cast<int32_t>(job.stride)));
      for (int k = 0; k < D; ++k) {
        p[k] = hn::GatherIndex(Tag(), boids + k, each);
        v[k] = hn::GatherIndex(Tag(), boids + D + k, each);
      }
    }
  }
};

MURMUR_INLINE void set_up(const RasterJob& job, const RasterBand& band, int64_t first, int count,
                          BlockWords& block) {
  constexpr int kLanes = kLanesOf<Lanes>;
  const WholeTag ints;
  const int groups = (job.span + kPixelGroup - 1) / kPixelGroup;
  const Lanes span(static_cast<float>(job.span)), width(static_cast<float>(job.width)),
      top(static_cast<float>(band.first)), under(static_cast<float>(band.first + band.rows)), none(0.0f);
  for (int k = 0; k < count; k += kLanes) {
    const PackOfBoids<2> boids(job, first + k, count - k);
    auto boid = BoidInPicture<Lanes>::of(job, boids.p, boids.v, boids.number);
    TriangleSides<Lanes>& sides = boid.sides;
    const LaneMask seen = both(both(sides.column + span > none, sides.column < width),
                               both(sides.row + span > top, sides.row < under));
    const auto seen_whole = hn::RebindMask(ints, seen.m);
    hn::Store(whole(boid.colour), ints, block.colours + k);
    hn::Store(begin_of(band, sides, seen), ints, block.begins + k);
    const Lanes rows = select(seen, lesser(round_down(sides.bottom) + Lanes(1.0f), span), none);
    hn::Store(whole(rows), ints, block.rows + k);
    const auto rows_here = static_cast<int>(largest(rows));
    for (int r = 0; r < rows_here; ++r) {
      RowSpans<Lanes> spans(sides);
      for (int g = 0; g < groups; ++g) {
        Whole word = whole(spans.next(sides));
        const int pixels = std::min(kPixelGroup, job.span - kPixelGroup * g);
        if (pixels > 1) word = hn::Or(word, hn::ShiftLeft<8>(whole(spans.next(sides))));
        if (pixels > 2) word = hn::Or(word, hn::ShiftLeft<16>(whole(spans.next(sides))));
        if (pixels > 3) word = hn::Or(word, hn::ShiftLeft<24>(whole(spans.next(sides))));
        hn::Store(hn::IfThenElseZero(seen_whole, look_up(word, job.depths->of_share)), ints,
                  block.words[r * groups + g] + k);
      }
    }
  }
}

/// Sets up boids in 3D: each word has the samples of four pixels, one bit per sample, four samples per pixel. Boids
/// that are too large get -1 rows.
MURMUR_INLINE void set_up_solids(const RasterJob& job, const RasterBand& band, int64_t first, int count,
                                 BlockWords& block) {
  constexpr int kLanes = kLanesOf<Lanes>;
  const WholeTag ints;
  const Lanes width(static_cast<float>(job.width)), top(static_cast<float>(band.first)),
      under(static_cast<float>(band.first + band.rows)), most(static_cast<float>(kMostLaneSpan)), none(0.0f);
  for (int k = 0; k < count; k += kLanes) {
    const PackOfBoids<3> boids(job, first + k, count - k);
    hn::Store(hn::Zero(ints), ints, block.rows + k);
    if (!any(may_be_seen(job, boids.p, top, under))) continue;
    auto boid = SolidInPicture<Lanes>::of(job, boids.p, boids.v, boids.number);
    TriangleSides<Lanes>& sides = boid.sides;
    const LaneMask seen =
        both(boid.rows > none, both(both(sides.column + boid.columns > none, sides.column < width),
                                    both(sides.row + boid.rows > top, sides.row < under)));
    const LaneMask small = both(seen, both(boid.columns <= most, boid.rows <= most));
    const Lanes rows = select(small, boid.rows, none), columns = select(small, boid.columns, none);
    hn::Store(begin_of(band, sides, small), ints, block.begins + k);
    hn::Store(whole(select(seen, select(small, rows, Lanes(-1.0f)), none)), ints, block.rows + k);
    hn::Store(whole(round_down((columns + Lanes(kPixelGroup - 1.0f)) * Lanes(1.0f / kPixelGroup))), ints,
              block.groups + k);
    hn::Store(hn::Or(whole(boid.colour), hn::Set(ints, static_cast<int32_t>(255u << 24))), ints,
              block.colours + k);
    hn::Store(hn::BitCast(ints, boid.nearness.v), ints, block.nearness + k);
    const auto rows_here = static_cast<int>(largest(rows)), columns_here = static_cast<int>(largest(columns));
    for (int r = 0; r < rows_here; ++r) {
      const SampleSpans<Lanes> spans(sides, columns);
      for (int g = 0; kPixelGroup * g < columns_here; ++g) {
        Whole word = hn::Zero(ints);
        for (int line = 0; line < kLines; ++line) {
          // 2^(4 end) - 2^(4 first) has the four bits of each pixel between.
          const auto bit_of = [&](const Lanes& column) {
            const Lanes in_group = lesser(greater(column - Lanes(static_cast<float>(kPixelGroup * g)), none),
                                          Lanes(static_cast<float>(kPixelGroup)));
            return hn::Shl(hn::Set(ints, 1 << line), whole(in_group * Lanes(4.0f)));
          };
          const auto between = hn::Sub(bit_of(spans.end[line]), bit_of(spans.first[line]));
          word = hn::Or(word, hn::And(between, hn::Set(ints, 0x1111 << line)));
        }
        hn::Store(word, ints, block.words[r * BlockWords::kGroups + g] + k);
      }
    }
  }
}

/// Adds the depths of four pixels in `word`, times the colour, to the sums of these pixels.
MURMUR_INLINE void add_pixels(uint32_t word, const int32_t* colour, uint32_t* sums) {
  const hn::Repartition<uint8_t, Tag> bytes;
  const hn::RebindToUnsigned<Tag> sums_tag;
  constexpr int kPixels = kLanesOf<Lanes> / 4;  // pixels in a vector
  static constexpr uint8_t kNone = 0x80;
  HWY_ALIGN static constexpr uint8_t kSpread[4][16] = {
      {0, kNone, kNone, kNone, 0, kNone, kNone, kNone, 0, kNone, kNone, kNone, 0, kNone, kNone, kNone},
      {1, kNone, kNone, kNone, 1, kNone, kNone, kNone, 1, kNone, kNone, kNone, 1, kNone, kNone, kNone},
      {2, kNone, kNone, kNone, 2, kNone, kNone, kNone, 2, kNone, kNone, kNone, 2, kNone, kNone, kNone},
      {3, kNone, kNone, kNone, 3, kNone, kNone, kNone, 3, kNone, kNone, kNone, 3, kNone, kNone, kNone}};
  const auto depths = hn::BitCast(bytes, hn::Set(sums_tag, word));
  const auto paint = hn::BitCast(sums_tag, hn::LoadDup128(WholeTag(), colour));
  for (int p = 0; p < kPixelGroup; p += kPixels) {
    const auto depth = hn::BitCast(sums_tag, hn::TableLookupBytesOr0(depths, hn::Load(bytes, kSpread[p])));
    hn::StoreU(hn::Add(hn::LoadU(sums_tag, sums + 4 * p), hn::Mul(depth, paint)), sums_tag, sums + 4 * p);
  }
}

/// Raises the keys of four pixels at the samples that are set in `word`.
MURMUR_INLINE void raise_keys(uint32_t word, int64_t key, int64_t* keys) {
  const hn::RepartitionToWide<WholeTag> tag;
  constexpr int kKeys = kLanesOf<Lanes> / 2;  // keys in a vector
  for (int s = 0; s < 4 * kPixelGroup; s += kKeys) {
    const uint64_t bits = word >> s;
    const auto drawn = hn::LoadMaskBits(tag, reinterpret_cast<const uint8_t*>(&bits));
    hn::StoreU(hn::Max(hn::LoadU(tag, keys + s), hn::IfThenElseZero(drawn, hn::Set(tag, key))), tag,
               keys + s);
  }
}

/// Calls add(boid, row, place) for each row of each boid of a block, in an order that avoids waiting: consecutive
/// boids are often neighbours in the picture and would write to the same pixels.
MURMUR_INLINE void each_row(const RasterBand& band, int count, const BlockWords& block, const auto& add) {
  constexpr int kApart = 16;
  for (int turn = 0; turn < kApart; ++turn) {
    for (int k = turn; k < count; k += kApart) {
      ptrdiff_t place = 4 * static_cast<ptrdiff_t>(block.begins[k]);
      for (int r = 0; r < block.rows[k]; ++r, place += 4 * static_cast<ptrdiff_t>(band.stride))
        add(k, r, place);
    }
  }
}

namespace {  // functions that the code below chooses from

void draw_block(const RasterJob& job, const RasterBand& band, int64_t first, int64_t end) {
  const auto count = static_cast<int>(end - first);
  static thread_local BlockWords block;
  set_up(job, band, first, count, block);
  const int groups = (job.span + kPixelGroup - 1) / kPixelGroup;
  each_row(band, count, block, [&](int k, int r, ptrdiff_t place) {
    const int32_t* const colour = job.paint[block.colours[k]].data();
    for (int g = 0; g < groups; ++g)
      add_pixels(static_cast<uint32_t>(block.words[r * groups + g][k]), colour,
                 band.sums + place + 4 * kPixelGroup * g);
  });
}

void draw_solid_block(const RasterJob& job, const RasterBand& band, int64_t first, int64_t end) {
  const auto count = static_cast<int>(end - first);
  static thread_local BlockWords block;
  set_up_solids(job, band, first, count, block);
  each_row(band, count, block, [&](int k, int r, ptrdiff_t place) {
    const int64_t key = int64_t{block.nearness[k]} << 32 | static_cast<uint32_t>(block.colours[k]);
    for (int g = 0; g < block.groups[k]; ++g)
      raise_keys(static_cast<uint32_t>(block.words[r * BlockWords::kGroups + g][k]), key,
                 band.keys + place + 4 * kPixelGroup * g);
  });
  for (int k = 0; k < count; ++k)
    if (block.rows[k] < 0) draw_solids_scalar(job, band, first + k, first + k + 1);
}

void finish_row(const RasterJob& job, uint32_t* sums, uint32_t* picture) {
  constexpr int kLanes = kLanesOf<Lanes>;
  const hn::RebindToUnsigned<Tag> words;
  const WholeTag ints;
  const auto zero = hn::Zero(words);
  const auto in_byte = hn::Set(words, 255);
  int x = 0;
  for (; x + kLanes <= job.width; x += kLanes, sums += 4 * kLanes) {
    hn::Vec<hn::RebindToUnsigned<Tag>> sum[4];
    hn::LoadInterleaved4(words, sums, sum[0], sum[1], sum[2], sum[3]);
    const auto drawn = hn::Ne(sum[3], zero);
    if (hn::AllFalse(words, drawn)) continue;
    for (int k = 0; k < 4; ++k) hn::StoreU(zero, words, sums + k * kLanes);
    const auto number = [&](int k) { return hn::ConvertTo(Tag(), hn::BitCast(ints, sum[k])); };
    const auto weight = number(3);
    const auto most = hn::Set(words, DepthTables::kSums - 1);
    const auto known = hn::GatherIndex(Tag(), job.depths->factor, hn::BitCast(ints, hn::Min(sum[3], most)));
    const auto factor = hn::IfThenElse(hn::RebindMask(Tag(), hn::Gt(sum[3], most)),
                                       hn::Div(hn::Set(Tag(), 1.0f), weight), known);
    const auto half = hn::Set(Tag(), 0.5f);
    const auto pixel = [&](hn::Vec<Tag> v) {
      return hn::BitCast(words, hn::ConvertTo(ints, hn::Add(v, half)));
    };
    const auto opacity = pixel(hn::Mul(hn::Mul(weight, factor), hn::Set(Tag(), 255.0f)));
    const auto clear = hn::Sub(in_byte, hn::Min(opacity, in_byte));
    const auto below = hn::LoadU(words, picture + x);
    const auto channel = [&](int k, auto shifted) {
      const auto value = k < 3 ? pixel(hn::Mul(number(k), factor)) : opacity;
      const auto behind = hn::Add(hn::Mul(hn::And(shifted, in_byte), clear), hn::Set(words, 128));
      return hn::Min(hn::Add(value, hn::ShiftRight<8>(hn::Add(behind, hn::ShiftRight<8>(behind)))), in_byte);
    };
    const auto red = channel(0, below), green = channel(1, hn::ShiftRight<8>(below)),
               blue = channel(2, hn::ShiftRight<16>(below)), alpha = channel(3, hn::ShiftRight<24>(below));
    const auto made = hn::Or(hn::Or(red, hn::ShiftLeft<8>(green)),
                             hn::Or(hn::ShiftLeft<16>(blue), hn::ShiftLeft<24>(alpha)));
    hn::StoreU(hn::IfThenElse(drawn, made, below), words, picture + x);
  }
  RasterJob rest = job;
  rest.width = job.width - x;
  finish_row_scalar(rest, sums, picture + x);
}

RasterLanes lanes_of_raster() { return {draw_block, finish_row, draw_solid_block}; }

}  // namespace

#endif
}  // namespace HWY_NAMESPACE
}  // namespace murmur
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace murmur {

RasterLanes raster_lanes(Simd simd) {
  if (!has_simd(simd)) return {};
  MURMUR_WITH_AVX3(if (simd == Simd::kAvx512) return N_AVX3::lanes_of_raster();)
  MURMUR_WITH_AVX2(if (simd == Simd::kAvx2) return N_AVX2::lanes_of_raster();)
  MURMUR_WITH_NEON(if (simd == Simd::kNeon) return N_NEON::lanes_of_raster();)
  MURMUR_WITH_WASM(if (simd == Simd::kSimd128) return N_WASM::lanes_of_raster();)
  return {};
}

}  // namespace murmur
#endif
