// Answers a window's questions about a flock in a device's memory (flock_questions.h): queues kernels that write their results to one
// block, and fetches it. Owned by sim/backends/device/flock.h.
#pragma once

#include <algorithm>
#include <cstddef>

#include "model/device/inspection_work.h"
#include "model/device/work.h"
#include "sim/backends/device/array.h"
#include "sim/backends/flock_questions.h"

namespace murmur {

template <int D, class Device>
class DeviceReader {
 public:
  explicit DeviceReader(Device& device) : device_(device) {}

  /// `sorted`: the present flock, sorted, with as many boids as are counted; `wraps`: neighbours are counted in a periodic world.
  FlockAnswers read(const FlockQuestions& asked, const SteerArguments<D>& sorted, bool wraps,
                    bool some_outside) {
    const FlockArrays<D>& flock = sorted.flock;
    const bool all = asked.all && flock.boids <= kMostShown;
    block_.reserve(1);
    Block* const out = block_.data();
    const size_t seen = 2 * D * (all ? kMostShown : asked.near ? static_cast<size_t>(squares(asked)) : 0);
    const size_t bytes = seen > 0     ? offsetof(Block, seen) + seen * sizeof *out->seen
                         : asked.boid ? offsetof(Block, seen)
                                      : offsetof(Block, squares);
    device_.zero(out, bytes);
    if (asked.sums) sum(sorted, wraps, some_outside, out);
    if (all) {
      device_.for_each("instances", flock.boids, WriteInstance<D>{flock.sorted_bodies, nullptr, out->seen});
    } else if (asked.near) {
      device_.for_each("near", flock.boids,
                       FindNear<D, Atomic>{asked.camera, *asked.near, flock.sorted_bodies, out});
      device_.for_each("take near", squares(asked), TakeNear<D>{flock.sorted_bodies, flock.sorted_ids, out});
    }
    if (asked.boid) {
      device_.for_each("take boid", flock.boids,
                       TakeBoid<D>{flock.sorted_bodies, flock.sorted_ids, *asked.boid, out});
      device_.for_each("neighbours", flock.boids,
                       FindNeighbours<D, Atomic>{sorted.parameters, flock.sorted_bodies, flock.sorted_ids,
                                                 flock.sorted_columns, *asked.boid, out});
    }
    host_.resize(1);
    Block& block = host_.front();
    device_.download(&block, out, bytes);
    return answers(asked, block, flock.boids, all);
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

  static int64_t squares(const FlockQuestions& asked) {
    return int64_t{asked.near->side()} * asked.near->side();
  }

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

  static FlockAnswers answers(const FlockQuestions& asked, const Block& block, int64_t boids, bool all) {
    FlockAnswers answers;
    if (all) {
      answers.seen.assign(block.seen, block.seen + 2 * D * boids);
    } else if (asked.near) {
      for (int64_t square = 0; square < squares(asked); ++square) {
        if (block.squares[square] == 0) continue;
        const float* const row = block.seen + 2 * D * square;
        answers.seen.insert(answers.seen.end(), row, row + 2 * D);
        answers.seen_ids.push_back(block.square_ids[square]);
      }
    }
    if (asked.boid) {
      answers.boid.dimensions = D;
      answers.boid.position.assign(block.boid.p.c, block.boid.p.c + D);
      answers.boid.velocity.assign(block.boid.v.c, block.boid.v.c + D);
      answers.neighbour_count = block.neighbours;
      for (int64_t k = 0; k < std::min<int64_t>(block.neighbours, kMostNeighbours); ++k)
        answers.neighbours.insert(answers.neighbours.end(), block.places[k].c, block.places[k].c + D);
    }
    if (asked.sums) {
      FlockSums& sums = answers.sums.emplace();
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
    }
    return answers;
  }

  Device& device_;
  DeviceArray<Block, Device> block_{device_};
  DeviceArray<uint32_t, Device> pixels_{device_};
  std::vector<Block> host_;
};

}  // namespace murmur
