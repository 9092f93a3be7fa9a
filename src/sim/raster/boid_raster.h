// Draws triangles for the boids of a flock into a picture in memory, without OpenGL. The picture has the same bytes with any threads, any
// instruction set and any order of the boids (docs/determinism.md, "Pictures").
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/raster_job.h"
#include "sim/backends/backend.h"
#include "sim/raster/raster_band.h"
#include "sim/raster/raster_lanes.h"
#include "sim/util/thread_pool.h"

namespace murmur {

/// e^x for |x| < 0.1, computed by exact operations.
double exponential_near_0(double x);

/// Number of pixels along an axis that a triangle may touch; `size`: distance from its centre to its tip [pixels].
int span_of(float size);

/// Tables of optical depths for boids with opacity 0 < alpha <= 1.
DepthTables depth_tables(double alpha);

/// Called when rows of a picture, from `first` on, downwards, are finished; on several threads.
using RowsDone = std::function<void(int first, int rows)>;

class BoidRaster {
 public:
  /// `threads`: 0 for one per processor.
  explicit BoidRaster(int threads = 0, Simd simd = Simd::kAuto);

  /// Draws a 2D flock once for each shift [pixels]: the flock continues beyond connected borders. `done`: takes rows while they are in
  /// the cache of a processor.
  void draw(const RasterJob& job, std::span<const PictureShift> shifts, const RowsDone& done = {});
  ThreadPool& threads() { return threads_; }

 private:
  /// Least and greatest y of the boids of a block [world units].
  struct Reach {
    float low, high;
  };
  /// A pixel whose sums cannot hold more boids.
  struct FullPixel {
    int column, row;
    uint64_t sums[4];
  };
  struct Worker {
    std::vector<uint32_t> sums;
    std::vector<int64_t> keys;  // key of the nearest boid of each pixel of a band; 0 between bands
    std::vector<FullPixel> full;
  };
  void draw_solid_band(const RasterJob& job, int first, int rows, Worker& worker) const;
  void draw_band(const RasterJob& job, std::span<const PictureShift> shifts, int first, int rows,
                 Worker& worker) const;
  static void collect_full_pixels(const RasterBand& band, int width, std::vector<FullPixel>& full);

  ThreadPool threads_;
  const RasterLanes lanes_;
  std::vector<Reach> reaches_;
  std::vector<Worker> workers_;
};

}  // namespace murmur
