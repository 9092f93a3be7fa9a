// Answers a window's questions about a flock in a device's memory (flock_questions.h): queues kernels that write their results to one
// block, and fetches it. Owned by sim/backends/device/flock.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "model/device/inspection_work.h"
#include "model/device/raster_work.h"
#include "sim/backends/device/array.h"
#include "sim/backends/flock_answers.h"

namespace murmur {

template <int D, class Device>
class DeviceReader {
 public:
  explicit DeviceReader(Device& device) : device_(device) {}

  /// Answers questions about the sorted flock, of which all boids are counted; `wraps`: neighbours are counted in a periodic world.
  FlockAnswers read(const FlockQuestions& asked, const SteerArguments<D>& sorted, bool wraps,
                    bool some_outside) {
    const FlockArrays<D>& flock = sorted.flock;
    block_.reserve(1);
    Block* const out = block_.data();
    const int64_t shown = shows_all(asked, flock.boids) ? kMostShown
                          : asked.near                  ? squares_of(*asked.near)
                                                        : 0;
    const size_t seen = 2 * D * static_cast<size_t>(shown);
    const size_t bytes = seen > 0     ? offsetof(Block, seen) + seen * sizeof *out->seen
                         : asked.boid ? offsetof(Block, seen)
                                      : offsetof(Block, squares);
    device_.zero(out, bytes);
    if (asked.sums) sum(sorted, wraps, some_outside, out);
    collect_answers<Atomic>(
        asked, flock, sorted.parameters, out,
        [&](const char* name, int64_t n, const auto& functor) { device_.for_each(name, n, functor); });
    host_.resize(1);
    Block& block = host_.front();
    device_.download(&block, out, bytes);
    FlockAnswers answers = answers_in(block, asked, flock.boids);
    if (asked.sums) answers.sums = sums_in(block, flock.boids);
    return answers;
  }

  /// Counts the boids by pixel; `bodies` has `boids` entries, in any order.
  void count_pixels(const PixelProjection& camera, const Body<float, D>* bodies, int64_t boids,
                    std::vector<uint32_t>& counts) {
    const auto pixels = static_cast<int64_t>(counts.size());
    pixels_.reserve(pixels);
    pixels_.zero(0, pixels);
    device_.for_each("pixels", boids, CountInPixel<D, Atomic>{camera, bodies, pixels_.data()});
    pixels_.download(counts.data(), pixels);
  }

  /// Device memory for one number of each boid.
  float* numbers(int64_t boids) {
    numbers_.reserve(boids);
    return numbers_.data();
  }

  /// Draws `bodies` over job.picture; arrays of `job` are in host memory, `bodies` and `numbers` in device memory.
  void draw(RasterJob job, std::span<const PictureShift> shifts, std::span<const SampleKey> outline,
            const Body<float, D>* bodies, const float* numbers, int64_t boids) {
    const int64_t pixels = int64_t{job.width} * job.height;
    uint32_t* const below =
        job.row_stride < 0 ? job.picture + (job.height - 1) * job.row_stride : job.picture;
    if (words_.capacity() < 4 * pixels) {
      words_.reserve(4 * pixels);
      words_.zero(0, words_.capacity());
    }
    const auto take = [](auto& array, const auto* from, int64_t count) {
      array.reserve(count);
      array.upload(from, count);
      return array.data();
    };
    uint32_t* const picture = take(pixels_, below, pixels);
    job.picture = picture + (job.picture - below);
    job.paint = take(paint_, job.paint, job.earth + 1);
    job.depths = job.depths ? take(depths_, job.depths, 1) : nullptr;
    job.solid = job.solid ? take(solid_, job.solid, 1) : nullptr;
    job.boids = reinterpret_cast<const float*>(bodies);
    job.stride = sizeof *bodies / sizeof(float);
    job.numbers = numbers;
    if constexpr (D == 2) {
      for (const PictureShift& shift : shifts) {
        RasterJob shifted = job;
        shifted.offset_x += shift[0], shifted.offset_y += shift[1];
        device_.for_each("boids of a picture", boids, DrawBoid<D, Atomic>{shifted, words_.data()});
      }
    } else {
      const auto samples = static_cast<int64_t>(outline.size());
      device_.for_each("edges of a picture", samples,
                       RaiseSample<Atomic>{take(outline_, outline.data(), samples), words_.data()});
      device_.for_each("boids of a picture", boids, DrawBoid<D, Atomic>{job, words_.data()});
    }
    device_.for_each("pixels of a picture", pixels, FinishPixel<D>{job, words_.data()});
    pixels_.download(below, pixels);
  }

 private:
  using Atomic = typename Device::Atomic;
  using Block = InspectionBlock<D>;
  static constexpr int64_t kThreads = 16384;  // threads that sum over the flock

  void sum(SteerArguments<D> sorted, bool wraps, bool some_outside, Block* out) {
    const FlockArrays<D>& flock = sorted.flock;
    const int64_t threads = std::min(flock.boids, kThreads), sampled = std::min(flock.boids, kMostSampled);
    device_.for_each("sums", threads,
                     SumBoids<D, Atomic>{flock.sorted_bodies, flock.sorted_columns.species, flock.boids,
                                         threads, sorted.parameters.rules.max_speed, out});
    if (!wraps) {
      device_.for_each("count neighbours", sampled, CountNeighbours<D, false, Atomic>{sorted, sampled, out});
      return;
    }
    sorted.parameters.world.metric = Metric::kWrapped;
    sorted.grid.images = Images::kChecked;
    const World<float, D>& world = sorted.parameters.world;
    if (some_outside) {
      device_.for_each("outside", flock.boids,
                       MeasureOutside<D, Atomic>{flock.sorted_bodies, world, sorted.block});
    }
    device_.for_each("reach", 1,
                     SetReach<D>{world, sorted.grid, sorted.parameters.rules.radius, sorted.block});
    device_.for_each("count neighbours", sampled, CountNeighbours<D, true, Atomic>{sorted, sampled, out});
  }

  static FlockSums sums_in(const Block& block, int64_t boids) {
    FlockSums sums;
    const auto share = [](uint64_t sum) {
      return static_cast<double>(static_cast<int64_t>(sum)) / double{kFixedOne};
    };
    std::copy(block.speeds, block.speeds + kSpeedBins, sums.speeds.begin());
    sums.speed = share(block.speed);
    for (int k = 0; k < D; ++k) sums.heading[static_cast<size_t>(k)] = share(block.heading[k]);
    sums.boids = boids;
    sums.sampled = std::min(boids, kMostSampled);
    sums.pairs = static_cast<int64_t>(block.pairs);
    std::copy(block.species, block.species + kMostSpecies, sums.species.begin());
    return sums;
  }

  Device& device_;
  DeviceArray<Block, Device> block_{device_};
  DeviceArray<uint32_t, Device> pixels_{device_};
  // Arrays for drawing a picture:
  DeviceArray<uint64_t, Device> words_{device_};  // all 0 between pictures
  DeviceArray<float, Device> numbers_{device_};
  DeviceArray<std::array<int32_t, 4>, Device> paint_{device_};
  DeviceArray<DepthTables, Device> depths_{device_};
  DeviceArray<SolidView, Device> solid_{device_};
  DeviceArray<SampleKey, Device> outline_{device_};
  std::vector<Block> host_;
};

}  // namespace murmur
