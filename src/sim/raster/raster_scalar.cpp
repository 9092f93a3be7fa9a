// Draws boids of any size one after the other: boids too large for lanes, and all boids without lanes. Also draws the
// outline of a 3D world.
#include "sim/raster/raster_scalar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "model/raster_boid.h"

namespace murmur {
namespace {

constexpr std::array<double, kLines> kSampleX{0.375, 0.875, 0.125, 0.625},
    kSampleY{0.125, 0.375, 0.625, 0.875};

using Clip = std::array<double, 3>;  // x, y and w of a point in clip space

/// Draws a line with a round brush of one pixel, in rows first .. end - 1; halves the line until its parts are short.
void draw_line(const RasterJob& job, int first, int end, const Clip& a, const Clip& b,
               const RaiseKey& raise) {
  constexpr double kShort = 0.75;  // length of a short part [pixels]
  const double nearest = double{job.solid->nearest};
  const bool a_behind = a[2] < nearest, b_behind = b[2] < nearest;
  const Clip middle{0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])};
  if ((a_behind && b_behind) || middle == a || middle == b) return;
  const auto x_of = [&](const Clip& p) { return 0.5 * job.width * (1.0 + p[0] / p[2]); };
  const auto y_of = [&](const Clip& p) { return 0.5 * job.height * (1.0 - p[1] / p[2]); };
  const auto [left, right] = std::minmax({x_of(a), x_of(b)});
  const auto [top, bottom] = std::minmax({y_of(a), y_of(b)});
  if (a_behind || b_behind || right - left > kShort || bottom - top > kShort) {
    const bool beside = right < -1.0 || left > job.width + 1.0 || bottom < first - 1.0 || top > end + 1.0;
    if (beside && !a_behind && !b_behind) return;
    draw_line(job, first, end, a, middle, raise);
    draw_line(job, first, end, middle, b, raise);
    return;
  }
  const double x = x_of(middle), y = y_of(middle);
  const int64_t key = sample_key(static_cast<float>(1.0 / middle[2]), job.solid->outline);
  for (double row = std::floor(y - 0.5); row <= y + 0.5; ++row) {
    for (double column = std::floor(x - 0.5); column <= x + 0.5; ++column) {
      if (row < first || row >= end || column < 0.0 || column >= job.width) continue;
      for (size_t k = 0; k < kLines; ++k) {
        const double dx = column + kSampleX[k] - x, dy = row + kSampleY[k] - y;
        if (dx * dx + dy * dy <= 0.25) raise(static_cast<int>(column), static_cast<int>(row), k, key);
      }
    }
  }
}

}  // namespace

void draw_boids_scalar(const RasterJob& job, const RasterBand& band, int64_t first, int64_t end) {
  for (int64_t i = first; i < end; ++i) {
    each_flat_pixel(job, i, band.first, band.first + band.rows,
                    [&](int column, int row, uint32_t depth, const int32_t* colour) {
                      uint32_t* const sums = band.at(column, row);
                      for (int c = 0; c < 4; ++c) sums[c] += depth * static_cast<uint32_t>(colour[c]);
                    });
  }
}

void draw_solids_scalar(const RasterJob& job, const RasterBand& band, int64_t first, int64_t end) {
  for (int64_t i = first; i < end; ++i) {
    each_solid_sample(job, i, band.first, band.first + band.rows,
                      [&](int column, int row, int line, int64_t key) {
                        int64_t& old = band.keys_at(column, row)[line];
                        old = std::max(old, key);
                      });
  }
}

void each_outline_sample(const RasterJob& job, int first, int end, const RaiseKey& raise) {
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
      if ((from >> axis & 1u) == 0)
        draw_line(job, first, end, corner(from), corner(from | 1u << axis), raise);
}

void draw_outline(const RasterJob& job, const RasterBand& band) {
  each_outline_sample(job, band.first, band.first + band.rows,
                      [&](int column, int row, size_t line, int64_t key) {
                        int64_t& old = band.keys_at(column, row)[line];
                        old = std::max(old, key);
                      });
}

void finish_keys(const RasterJob& job, int64_t* keys, uint32_t* picture) {
  constexpr int kTogether = 16;  // pixels tested at once, because many are empty
  for (int first = 0; first < job.width; first += kTogether) {
    const int end = std::min(first + kTogether, job.width);
    int64_t any = 0;
    for (int k = 4 * first; k < 4 * end; ++k) any |= keys[k];
    if (any == 0) continue;
    for (int x = first; x < end; ++x) picture[x] = mean_of_samples(picture[x], keys + 4 * x);
    std::fill_n(keys + 4 * first, 4 * (end - first), 0);
  }
}

void finish_row_scalar(const RasterJob& job, uint32_t* sums, uint32_t* picture) {
  for (int x = 0; x < job.width; ++x, sums += 4) {
    if (sums[3] == 0) continue;
    picture[x] = over(picture[x], {sums[0], sums[1], sums[2], sums[3]}, *job.depths);
    std::fill_n(sums, 4, 0u);
  }
}

}  // namespace murmur
