#include "sim/raster/boid_raster.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "base/functions.h"
#include "model/raster_boid.h"
#include "sim/backends/cpu/simd.h"
#include "sim/raster/raster_scalar.h"

namespace murmur {
namespace {

constexpr size_t kBandBytes = 768 << 10;      // size of a band's sums, which fit into the second-level cache
constexpr size_t kSolidBandBytes = 16 << 20;  // larger, because in 3D each band looks at all boids
constexpr int kLeastRows = 16;                // least number of rows in a band
constexpr int64_t kBoidsOfFullPixels =
    20000;  // boids between two searches for full pixels: fewer than make a sum of 2^31
constexpr uint32_t kFull = 1 << 20;  // optical depth of a pixel that is full

/// Clears a part of a band's margin. The sums and keys of a worker are 0 between bands: finished rows leave them so.
template <class Number>
void clear(Number* from, Number* to) {
  std::fill(from, to, Number{0});
}

}  // namespace

double exponential_near_0(double x) {
  double sum = 1.0;
  for (int k = 12; k >= 1; --k) sum = 1.0 + sum * x / k;
  return sum;
}

int span_of(float size) {
  constexpr float kAcross = 1.4323f;  // largest extent of a triangle along an axis, in units of its size
  return static_cast<int>(std::ceil(kAcross * size)) + 1;
}

DepthTables depth_tables(double alpha) {
  constexpr double kMost = 255.0 / 256.0;  // opacity of an opaque boid: infinite depths have no sum
  constexpr int kWhole = 62;               // coverage value of a whole pixel
  const auto depth = [&](double share) {
    return -logarithm<double>(static_cast<float>(1.0 - kMost * alpha * share));
  };
  DepthTables tables{};
  const double whole = depth(1.0);
  for (int share = 0; share < 64; ++share)
    tables.of_share[share] =
        static_cast<uint8_t>(255.0 * depth(std::min(share, kWhole) / double{kWhole}) / whole + 0.5);
  const double by_unit = exponential_near_0(-whole / 255.0);  // background left by a depth of 1
  double left = 1.0;
  for (int sum = 1; sum < DepthTables::kSums; ++sum) {
    left *= by_unit;
    tables.factor[sum] = static_cast<float>((1.0 - left) / sum);
  }
  return tables;
}

BoidRaster::BoidRaster(int threads, Simd simd)
    : threads_(threads), lanes_(raster_lanes(simd == Simd::kAuto ? best_simd() : simd)) {
  workers_.resize(static_cast<size_t>(threads_.size()));
}

void BoidRaster::draw(const RasterJob& job, std::span<const PictureShift> shifts, const RowsDone& done) {
  reaches_.resize(job.solid ? 0 : static_cast<size_t>((job.count + kRasterBlock - 1) / kRasterBlock));
  threads_.parallel_for(static_cast<int64_t>(reaches_.size()), 64, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      Reach reach{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
      const int64_t last = std::min(job.count, (block + 1) * kRasterBlock);
      for (int64_t i = block * kRasterBlock; i < last; ++i) {
        reach.low = std::min(reach.low, job.boids[4 * i + 1]);
        reach.high = std::max(reach.high, job.boids[4 * i + 1]);
      }
      reaches_[static_cast<size_t>(block)] = reach;
    }
  });
  const size_t row_bytes = static_cast<size_t>(job.width + 2 * (job.span + 1) + kPixelGroup) * 4 *
                           (job.solid ? sizeof(int64_t) : sizeof(uint32_t));
  const int fitting =
      std::max(static_cast<int>((job.solid ? kSolidBandBytes : kBandBytes) / row_bytes), kLeastRows);
  int bands = (job.height + fitting - 1) / fitting;
  if (job.solid) bands = std::clamp(threads_.size(), bands, std::max(job.height, bands));
  const int rows = (job.height + bands - 1) / bands;
  std::atomic<int> next{0};
  threads_.on_each([&](int thread) {
    Worker& worker = workers_[static_cast<size_t>(thread)];
    for (int first = rows * next++; first < job.height; first = rows * next++) {
      const int here = std::min(rows, job.height - first);
      job.solid ? draw_solid_band(job, first, here, worker) : draw_band(job, shifts, first, here, worker);
      if (done) done(first, here);
    }
  });
}

void BoidRaster::draw_solid_band(const RasterJob& job, int first, int rows, Worker& worker) const {
  constexpr int kMargin = kMostLaneSpan + 1;
  const int stride = job.width + 2 * kMargin + kPixelGroup;
  const size_t size = 4 * static_cast<size_t>(stride) * static_cast<size_t>(rows + 2 * kMargin + 1);
  if (worker.keys.size() < size) worker.keys.resize(size, 0);
  const RasterBand band{nullptr, worker.keys.data(), first, rows, kMargin, stride};
  draw_outline(job, band);
  for (int64_t i = 0; i < job.count; i += kRasterBlock)
    (lanes_.draw_solid ? lanes_.draw_solid : draw_solids_scalar)(job, band, i,
                                                                 std::min(i + kRasterBlock, job.count));
  clear(worker.keys.data(), band.keys_at(0, first));
  for (int row = first; row < first + rows; ++row) {
    finish_keys(job, band.keys_at(0, row), job.picture + row * job.row_stride);
    clear(band.keys_at(job.width, row), band.keys_at(0, row + 1));
  }
  clear(band.keys_at(0, first + rows), worker.keys.data() + size);
}

void BoidRaster::draw_band(const RasterJob& job, std::span<const PictureShift> shifts, int first, int rows,
                           Worker& worker) const {
  const int margin = job.span + 1, stride = job.width + 2 * margin + kPixelGroup;
  const size_t size = 4 * static_cast<size_t>(stride) * static_cast<size_t>(rows + 2 * margin + 1);
  if (worker.sums.size() < size) worker.sums.resize(size, 0);
  worker.full.clear();
  const RasterBand band{worker.sums.data(), nullptr, first, rows, margin, stride};
  const bool in_lanes = lanes_.draw != nullptr && job.span <= kMostLaneSpan;
  const float reach = job.size + 2.0f;  // includes rounding
  int64_t since = 0;
  for (const auto& shift : shifts) {
    RasterJob copy = job;
    copy.offset_x += shift[0], copy.offset_y += shift[1];
    for (size_t block = 0; block < reaches_.size(); ++block) {
      const float a = reaches_[block].low * copy.scale_y + copy.offset_y,
                  b = reaches_[block].high * copy.scale_y + copy.offset_y;
      if (std::max(a, b) + reach < static_cast<float>(first) ||
          std::min(a, b) - reach > static_cast<float>(first + rows))
        continue;
      const auto begin = static_cast<int64_t>(block) * kRasterBlock,
                 end = std::min(begin + kRasterBlock, job.count);
      (in_lanes ? lanes_.draw : draw_boids_scalar)(copy, band, begin, end);
      since += end - begin;
      if (since < kBoidsOfFullPixels) continue;
      collect_full_pixels(band, job.width, worker.full);
      since = 0;
    }
  }
  for (const FullPixel& pixel : worker.full) {
    uint32_t* const sums = band.at(pixel.column, pixel.row);
    uint64_t all[4];
    for (int c = 0; c < 4; ++c) all[c] = pixel.sums[c] + sums[c], sums[c] = 0;
    uint32_t& out = job.picture[pixel.row * job.row_stride + pixel.column];
    out = over(out, all, *job.depths);
  }
  clear(worker.sums.data(), band.at(0, first));
  for (int row = first; row < first + rows; ++row) {
    (lanes_.finish ? lanes_.finish : finish_row_scalar)(job, band.at(0, row),
                                                        job.picture + row * job.row_stride);
    clear(band.at(job.width, row), band.at(0, row + 1));
  }
  clear(band.at(0, first + rows), worker.sums.data() + size);
}

void BoidRaster::collect_full_pixels(const RasterBand& band, int width, std::vector<FullPixel>& full) {
  for (int row = band.first; row < band.first + band.rows; ++row) {
    for (int column = 0; column < width; ++column) {
      uint32_t* const sums = band.at(column, row);
      if (sums[3] < kFull) continue;
      auto known = std::find_if(full.begin(), full.end(),
                                [&](const FullPixel& p) { return p.column == column && p.row == row; });
      if (known == full.end()) known = full.insert(full.end(), {column, row, {}});
      for (int c = 0; c < 4; ++c) known->sums[c] += sums[c], sums[c] = 0;
    }
  }
}

}  // namespace murmur
