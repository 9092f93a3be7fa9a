// Answers a window's questions about a flock in a device's memory (flock_questions.h): queues kernels that write their results to one
// block, and fetches it. Owned by sim/backends/device/flock.h.
#pragma once

#include <algorithm>
#include <cstddef>

#include "model/device/inspection_work.h"
#include "sim/backends/device/array.h"
#include "sim/backends/flock_answers.h"

namespace murmur {

template <int D, class Device>
class DeviceReader {
 public:
  explicit DeviceReader(Device& device) : device_(device) {}

  /// `sorted`: the present flock, sorted, with as many boids as are counted; `wraps`: neighbours are counted in a periodic world.
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

  /// `bodies`: of so many boids, in any order.
  void count_pixels(const PixelProjection& camera, const Body<float, D>* bodies, int64_t boids,
                    std::vector<uint32_t>& counts) {
    const auto pixels = static_cast<int64_t>(counts.size());
    pixels_.reserve(pixels);
    pixels_.zero(0, pixels);
    device_.for_each("pixels", boids, CountInPixel<D, Atomic>{camera, bodies, pixels_.data()});
    pixels_.download(counts.data(), pixels);
  }

 private:
  using Atomic = typename Device::Atomic;
  using Block = InspectionBlock<D>;
  static constexpr int64_t kThreads = 16384;  // threads of sums over the flock

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
  std::vector<Block> host_;
};

}  // namespace murmur
