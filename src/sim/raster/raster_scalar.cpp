// Boids one after the other, of any size: those that are too large for lanes, and where no lanes are.
#include "sim/raster/raster_scalar.h"

#include <algorithm>
#include <cstddef>

#include "base/math.h"

namespace murmur {
namespace {

#include "sim/raster/spans.inl"

}  // namespace

void draw_boids_scalar(const RasterJob& job, const RasterBand& band, int64_t first, int64_t end) {
  const auto span = static_cast<float>(job.span);
  const float top = static_cast<float>(band.first), under = static_cast<float>(band.first + band.rows);
  for (int64_t i = first; i < end; ++i) {
    const float* const b = job.boids + 4 * i;
    auto boid = BoidInPicture<float>::of(job, b[0], b[1], b[2], b[3], job.numbers ? job.numbers[i] : 0.0f);
    TriangleSides<float>& sides = boid.sides;
    if (!(sides.column + span > 0.0f && sides.column < static_cast<float>(job.width) &&
          sides.row + span > top && sides.row < under))
      continue;
    const auto column = static_cast<int>(sides.column), row = static_cast<int>(sides.row);
    const int32_t* const colour = job.paint[static_cast<int>(boid.colour)].data();
    const int last_row = std::min(job.span, band.first + band.rows - row);
    for (int r = 0; r < last_row && static_cast<float>(r) <= sides.bottom; ++r) {
      RowSpans<float> spans(sides);
      if (row + r < band.first) continue;
      uint32_t* const to = band.at(0, row + r);
      for (int j = 0; j < job.span; ++j) {
        const auto share = static_cast<size_t>(spans.next(sides));
        if (column + j < 0 || column + j >= job.width) continue;
        const uint32_t depth = job.depths->of_share[std::min<size_t>(share, 63)];
        for (int c = 0; c < 4; ++c) to[4 * (column + j) + c] += depth * static_cast<uint32_t>(colour[c]);
      }
    }
  }
}

uint32_t over(uint32_t below, const uint64_t (&sums)[4], const DepthTables& depths) {
  const uint64_t weight = sums[3];
  if (weight == 0) return below;
  const float factor =
      weight < DepthTables::kSums ? depths.factor[weight] : 1.0f / static_cast<float>(weight);
  const float opacity = static_cast<float>(weight) * factor * 255.0f + 0.5f;
  const auto clear = static_cast<uint32_t>(255 - std::min(static_cast<int>(opacity), 255));
  uint32_t pixel = 0;
  for (int c = 0; c < 4; ++c) {
    const float value = c < 3 ? static_cast<float>(sums[c]) * factor + 0.5f : opacity;
    const uint32_t behind = (below >> (8 * c) & 255) * clear + 128;
    const uint32_t both = static_cast<uint32_t>(value) + ((behind + (behind >> 8)) >> 8);
    pixel |= std::min(both, 255u) << (8 * c);
  }
  return pixel;
}

void finish_row_scalar(const RasterJob& job, uint32_t* sums, uint32_t* picture) {
  for (int x = 0; x < job.width; ++x, sums += 4) {
    if (sums[3] == 0) continue;
    picture[x] = over(picture[x], {sums[0], sums[1], sums[2], sums[3]}, *job.depths);
    std::fill_n(sums, 4, 0u);
  }
}

}  // namespace murmur
