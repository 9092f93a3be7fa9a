// Boids one after the other, of any size: those that are too large for lanes, and where no lanes are. The outline of a world in space, too.
#include "sim/raster/raster_scalar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/bits.h"
#include "base/math.h"
#include "sim/raster/palette.h"

namespace murmur {
namespace {

float number_in(const int32_t* table, float place) {
  return static_cast<float>(table[static_cast<int>(place)]);
}

#include "sim/raster/spans.inl"
#include "sim/raster/spans_in_space.inl"

constexpr std::array<double, kLines> kSampleX{0.375, 0.875, 0.125, 0.625},
    kSampleY{0.125, 0.375, 0.625, 0.875};

int64_t key_of(float nearness, uint32_t colour) {
  return static_cast<int64_t>(uint64_t{bits_of(nearness)} << 32 | 255u << 24 | colour);
}

using Clip = std::array<double, 3>;  // x, y and w of a place before the camera

/// A straight line, drawn with a round brush of one pixel: halves it until its parts are short.
void draw_line(const RasterJob& job, const RasterBand& band, const Clip& a, const Clip& b) {
  constexpr double kShort = 0.75;  // [pixels]
  const double nearest = double{job.solid->nearest}, under = band.first + band.rows;
  const bool a_behind = a[2] < nearest, b_behind = b[2] < nearest;
  const Clip middle{0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])};
  if ((a_behind && b_behind) || middle == a || middle == b) return;
  const auto x_of = [&](const Clip& p) { return 0.5 * job.width * (1.0 + p[0] / p[2]); };
  const auto y_of = [&](const Clip& p) { return 0.5 * job.height * (1.0 - p[1] / p[2]); };
  const auto [left, right] = std::minmax({x_of(a), x_of(b)});
  const auto [top, bottom] = std::minmax({y_of(a), y_of(b)});
  if (a_behind || b_behind || right - left > kShort || bottom - top > kShort) {
    const bool beside =
        right < -1.0 || left > job.width + 1.0 || bottom < band.first - 1.0 || top > under + 1.0;
    if (beside && !a_behind && !b_behind) return;
    draw_line(job, band, a, middle);
    draw_line(job, band, middle, b);
    return;
  }
  const double x = x_of(middle), y = y_of(middle);
  const int64_t key = key_of(static_cast<float>(1.0 / middle[2]), job.solid->outline);
  for (double row = std::floor(y - 0.5); row <= y + 0.5; ++row) {
    for (double column = std::floor(x - 0.5); column <= x + 0.5; ++column) {
      if (row < band.first || row >= under || column < 0.0 || column >= job.width) continue;
      int64_t* const keys = band.keys_at(static_cast<int>(column), static_cast<int>(row));
      for (size_t k = 0; k < kLines; ++k) {
        const double dx = column + kSampleX[k] - x, dy = row + kSampleY[k] - y;
        if (dx * dx + dy * dy <= 0.25) keys[k] = std::max(keys[k], key);
      }
    }
  }
}

}  // namespace

void draw_boids_scalar(const RasterJob& job, const RasterBand& band, int64_t first, int64_t end) {
  const auto span = static_cast<float>(job.span);
  const float top = static_cast<float>(band.first), under = static_cast<float>(band.first + band.rows);
  for (int64_t i = first; i < end; ++i) {
    const float* const b = job.boids + job.stride * i;
    auto boid =
        BoidInPicture<float>::of(job, {b[0], b[1]}, {b[2], b[3]}, job.numbers ? job.numbers[i] : 0.0f);
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

void draw_solids_scalar(const RasterJob& job, const RasterBand& band, int64_t first, int64_t end) {
  const int under = band.first + band.rows;
  for (int64_t i = first; i < end; ++i) {
    const float* const b = job.boids + job.stride * i;
    auto boid = SolidInPicture<float>::of(job, {b[0], b[1], b[2]}, {b[3], b[4], b[5]},
                                          job.numbers ? job.numbers[i] : 0.0f);
    TriangleSides<float>& sides = boid.sides;
    if (!(boid.rows > 0.0f && sides.column + boid.columns > 0.0f &&
          sides.column < static_cast<float>(job.width) &&
          sides.row + boid.rows > static_cast<float>(band.first) && sides.row < static_cast<float>(under)))
      continue;
    const auto column = static_cast<int>(sides.column), top = static_cast<int>(sides.row);
    const int64_t key = key_of(boid.nearness, static_cast<uint32_t>(boid.colour));
    const int last = std::min(top + static_cast<int>(boid.rows), under);
    for (int row = top; row < last; ++row) {
      const SampleSpans<float> spans(sides, boid.columns);
      if (row < band.first) continue;
      for (int line = 0; line < kLines; ++line) {
        const int behind = std::min(column + static_cast<int>(spans.end[line]), job.width);
        for (int x = std::max(column + static_cast<int>(spans.first[line]), 0); x < behind; ++x) {
          int64_t& old = band.keys_at(x, row)[line];
          old = std::max(old, key);
        }
      }
    }
  }
}

void draw_outline(const RasterJob& job, const RasterBand& band) {
  const auto corner = [&](unsigned which) {
    Clip clip{};
    for (size_t row = 0; row < 3; ++row) {
      const float* const m = job.solid->world_to_clip.data() + (row == 2 ? 3 : row);
      clip[row] = double{m[12]};
      for (unsigned k = 0; k < 3; ++k)
        if ((which >> k & 1u) != 0) clip[row] += job.solid->world[k] * double{m[4 * k]};
    }
    return clip;
  };
  for (unsigned axis = 0; axis < 3; ++axis)
    for (unsigned from = 0; from < 8; ++from)
      if ((from >> axis & 1u) == 0) draw_line(job, band, corner(from), corner(from | 1u << axis));
}

void finish_keys(const RasterJob& job, int64_t* keys, uint32_t* picture) {
  constexpr uint32_t kChannels = 0x00ff00ff;  // 0 and 2; shifted, 1 and 3
  constexpr int kTogether = 16;               // pixels, many of which are empty
  for (int first = 0; first < job.width; first += kTogether) {
    const int end = std::min(first + kTogether, job.width);
    int64_t any = 0;
    for (int k = 4 * first; k < 4 * end; ++k) any |= keys[k];
    if (any == 0) continue;
    for (int x = first; x < end; ++x) {
      uint32_t even = 0x00020002, odd = 0x00020002;  // half a level, for rounding
      for (int k = 0; k < 4; ++k) {
        const int64_t key = keys[4 * x + k];
        const uint32_t colour = key == 0 ? picture[x] : static_cast<uint32_t>(key);
        even += colour & kChannels, odd += colour >> 8 & kChannels;
      }
      picture[x] = (even >> 2 & kChannels) | (odd >> 2 & kChannels) << 8;
    }
    std::fill_n(keys + 4 * first, 4 * (end - first), 0);
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
