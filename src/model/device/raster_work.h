// Draws boids to a picture on a device: functors over plain arrays, as in stages.h. Used by
// sim/backends/device/reader.h. Threads add boids to four words of each pixel, in any order: in 2D optical depth
// times red, green and blue, and optical depth; in 3D the largest key of each sample.
#pragma once

#include "model/raster_boid.h"

namespace murmur {

/// Draws one boid. `job`: its arrays are in the device's memory.
template <int D, class Atomic>
struct DrawBoid {
  RasterJob job;
  uint64_t* words;  ///< (height, width, 4) words of the pixels
  MURMUR_HD void operator()(int64_t i) const {
    const auto words_of = [&](int column, int row) {
      return words + 4 * (int64_t{row} * job.width + column);
    };
    if constexpr (D == 2) {
      each_flat_pixel(job, i, 0, job.height, [&](int column, int row, uint32_t depth, const int32_t* colour) {
        uint64_t* const sums = words_of(column, row);
        for (int c = 0; c < 4; ++c) Atomic::add(sums + c, uint64_t{depth} * static_cast<uint64_t>(colour[c]));
      });
    } else {
      each_solid_sample(job, i, 0, job.height, [&](int column, int row, int line, int64_t key) {
        Atomic::max(words_of(column, row) + line, static_cast<uint64_t>(key));
      });
    }
  }
};

/// Draws samples of the world's edges, which the host has computed.
template <class Atomic>
struct RaiseSample {
  const SampleKey* samples;
  uint64_t* words;
  MURMUR_HD void operator()(int64_t i) const {
    Atomic::max(words + samples[i].place, static_cast<uint64_t>(samples[i].key));
  }
};

/// Converts the words of a pixel to a colour, and sets them to 0.
template <int D>
struct FinishPixel {
  RasterJob job;
  uint64_t* words;
  MURMUR_HD void operator()(int64_t i) const {
    uint64_t(&own)[4] = *reinterpret_cast<uint64_t(*)[4]>(words + 4 * i);
    if ((own[0] | own[1] | own[2] | own[3]) == 0) return;
    const int64_t row = i / job.width;
    uint32_t& pixel = job.picture[row * job.row_stride + i - row * job.width];
    if constexpr (D == 2) {
      pixel = over(pixel, own, *job.depths);
    } else {
      pixel = mean_of_samples(pixel, reinterpret_cast<const int64_t*>(own));
    }
    for (uint64_t& word : own) word = 0;
  }
};

}  // namespace murmur
