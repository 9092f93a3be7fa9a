// Draws one boid, and one pixel, of a picture: shared by scalar code and devices (docs/determinism.md, "Pictures").
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/bits.h"
#include "base/math.h"
#include "base/vec.h"
#include "model/raster_job.h"

namespace murmur {

MURMUR_INLINE float number_in(const int32_t* table, float place) {
  return static_cast<float>(table[static_cast<int>(place)]);
}

#include "model/raster_spans.inl"
#include "model/raster_spans_in_space.inl"

/// Key of a sample: the nearest boid has the largest key.
MURMUR_INLINE int64_t sample_key(float nearness, uint32_t colour) {
  return static_cast<int64_t>(uint64_t{bits_of(nearness)} << 32 | 255u << 24 | colour);
}

/// Calls add(column, row, depth, colour) for each pixel that a boid of a 2D flock covers, in rows top .. under - 1.
MURMUR_INLINE void each_flat_pixel(const RasterJob& job, int64_t i, int top, int under, const auto& add) {
  const float* const b = job.boids + job.stride * i;
  auto boid = BoidInPicture<float>::of(job, {b[0], b[1]}, {b[2], b[3]}, job.numbers ? job.numbers[i] : 0.0f);
  TriangleSides<float>& sides = boid.sides;
  const auto span = static_cast<float>(job.span);
  if (!(sides.column + span > 0.0f && sides.column < static_cast<float>(job.width) &&
        sides.row + span > static_cast<float>(top) && sides.row < static_cast<float>(under)))
    return;
  const auto column = static_cast<int>(sides.column), row = static_cast<int>(sides.row);
  const int32_t* const colour = job.paint[static_cast<int>(boid.colour)].data();
  for (int r = 0; r < job.span && row + r < under && static_cast<float>(r) <= sides.bottom; ++r) {
    RowSpans<float> spans(sides);
    if (row + r < top) continue;
    for (int j = 0; j < job.span; ++j) {
      const int share = static_cast<int>(spans.next(sides));
      const uint32_t depth = job.depths->of_share[share < 63 ? share : 63];
      if (depth != 0 && column + j >= 0 && column + j < job.width) add(column + j, row + r, depth, colour);
    }
  }
}

/// Calls raise(column, row, line, key) for each sample that a boid of a 3D flock covers, in rows top .. under - 1.
MURMUR_INLINE void each_solid_sample(const RasterJob& job, int64_t i, int top, int under, const auto& raise) {
  const float* const b = job.boids + job.stride * i;
  auto boid = SolidInPicture<float>::of(job, {b[0], b[1], b[2]}, {b[3], b[4], b[5]},
                                        job.numbers ? job.numbers[i] : 0.0f);
  TriangleSides<float>& sides = boid.sides;
  if (!(boid.rows > 0.0f && sides.column + boid.columns > 0.0f &&
        sides.column < static_cast<float>(job.width) && sides.row + boid.rows > static_cast<float>(top) &&
        sides.row < static_cast<float>(under)))
    return;
  const auto column = static_cast<int>(sides.column), first = static_cast<int>(sides.row);
  const int64_t key = sample_key(boid.nearness, static_cast<uint32_t>(static_cast<int>(boid.colour)));
  for (int row = first; row < first + static_cast<int>(boid.rows) && row < under; ++row) {
    const SampleSpans<float> spans(sides, boid.columns);
    if (row < top) continue;
    for (int line = 0; line < kLines; ++line) {
      const int from = column + static_cast<int>(spans.first[line]),
                to = column + static_cast<int>(spans.end[line]);
      for (int x = from > 0 ? from : 0; x < to && x < job.width; ++x) raise(x, row, line, key);
    }
  }
}

/// Colour of a pixel after drawing boids with these sums over `below`.
MURMUR_INLINE uint32_t over(uint32_t below, const uint64_t (&sums)[4], const DepthTables& depths) {
  const uint64_t weight = sums[3];
  if (weight == 0) return below;
  const float factor =
      weight < DepthTables::kSums ? depths.factor[weight] : 1.0f / static_cast<float>(weight);
  const float opacity = static_cast<float>(weight) * factor * 255.0f + 0.5f;
  const int whole = static_cast<int>(opacity);
  const auto clear = static_cast<uint32_t>(255 - (whole < 255 ? whole : 255));
  uint32_t pixel = 0;
  for (int c = 0; c < 4; ++c) {
    const float value = c < 3 ? static_cast<float>(sums[c]) * factor + 0.5f : opacity;
    const uint32_t behind = (below >> (8 * c) & 255) * clear + 128;
    const uint32_t sum = static_cast<uint32_t>(static_cast<int>(value)) + ((behind + (behind >> 8)) >> 8);
    pixel |= (sum < 255u ? sum : 255u) << (8 * c);
  }
  return pixel;
}

/// Mean colour of a pixel's four samples; a key of 0 shows the background.
MURMUR_INLINE uint32_t mean_of_samples(uint32_t below, const int64_t* keys) {
  constexpr uint32_t kChannels = 0x00ff00ff;     // channels 0 and 2, or, shifted, 1 and 3
  uint32_t even = 0x00020002, odd = 0x00020002;  // half a level, for rounding
  for (int k = 0; k < kLines; ++k) {
    const uint32_t colour = keys[k] == 0 ? below : static_cast<uint32_t>(keys[k]);
    even += colour & kChannels, odd += colour >> 8 & kChannels;
  }
  return (even >> 2 & kChannels) | (odd >> 2 & kChannels) << 8;
}

}  // namespace murmur
