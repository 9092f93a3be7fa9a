// Runs the stages of a step on the CPU's threads: a counting sort for the contract order, rows of lanes for the update.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

#include "model/step.h"
#include "sim/row_update.h"
#include "sim/thread_pool.h"

namespace murmur {

class CpuExecutor {
 public:
  CpuExecutor(int threads, Simd simd) : pool_(threads), simd_(simd), counts_(static_cast<size_t>(pool_.size())) {}

  ThreadPool& pool() { return pool_; }
  Simd simd() const { return simd_; }

  template <class Functor>
  void for_each(const char*, int64_t n, const Functor& functor) {
    pool_.parallel_for(n, grain(n), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) functor(i);
    });
  }

  /// Gathering runs over whole pieces of the flock at once: a loop per cell would mispredict at the end of each.
  template <int D>
  void for_each(const char*, int64_t cells, const GatherCell<D>& gather) {
    const Stopwatch watch(times_.gather);
    pool_.parallel_for(cells, grain(cells), [&](int64_t begin, int64_t end) {
      gather.range(gather.flock.starts[begin], gather.flock.starts[end]);
    });
  }

  /// Counting sort: each thread counts its share of the boids per cell, the counts become places, each thread places
  /// its share. Stable, and the same for any number of threads.
  template <int D, class CellOf>
  void sort_by_cell(int64_t n, int64_t cells, const CellOf& cell_of, Flock<D>& flock) {
    const Stopwatch watch(times_.sort);
    const int threads = n < kSerialBelow ? 1 : pool_.size();
    const auto on_share = [&](int64_t count, const auto& body) {
      if (threads == 1) return body(0, int64_t{0}, count);
      pool_.on_each([&](int thread) { body(thread, count * thread / threads, count * (thread + 1) / threads); });
    };
    on_share(n, [&](int thread, int64_t begin, int64_t end) {
      std::vector<uint32_t>& count = counts_[static_cast<size_t>(thread)];
      count.assign(static_cast<size_t>(cells), 0);
      for (int64_t i = begin; i < end; ++i) ++count[flock.cells[i] = cell_of(i)];
    });
    counts_to_places(cells, threads, on_share, flock.starts);
    on_share(n, [&](int thread, int64_t begin, int64_t end) {
      uint32_t* place = counts_[static_cast<size_t>(thread)].data();
      for (int64_t i = begin; i < end; ++i) flock.order[place[flock.cells[i]]++] = static_cast<uint32_t>(i);
    });
  }

  template <int D>
  void update(Flock<D>& flock, const Parameters<float, D>& q, const CellGrid<float, D>& grid) {
    const Stopwatch watch(times_.rules);
    std::atomic<uint32_t> fault{kNoFault};
    const RowUpdateArguments<D> arguments{&q,        &grid,           flock.starts,         flock.sorted_bodies,
                                          flock.bodies, flock.sorted_ids, flock.sorted_targets, &fault};
    const SumKind kind = sum_kind(q.rules);
    RowUpdateFunction<D> rows = lane_row_update<D>(simd_, kind, grid.images);
    if (rows == nullptr) rows = scalar_row_update<D>(kind, grid.images);
    const int64_t count = grid.rows();
    const int64_t pieces = static_cast<int64_t>(pool_.size()) * 16;
    pool_.parallel_for(count, count / pieces + 1, [&](int64_t begin, int64_t end) { rows(arguments, begin, end); });
    fault_ = fault.load();
  }

  /// Wall-clock of each stage since the last reset [ms].
  PhaseTimes times() const { return times_; }
  void reset_times() { times_ = {}; }

  static constexpr uint32_t kNoFault = std::numeric_limits<uint32_t>::max();
  /// Lowest id that was not finite after the last update, or kNoFault.
  uint32_t fault() const { return fault_; }

 private:
  // Below this a second thread's wake-up costs more than it brings.
  static constexpr int64_t kSerialBelow = 4096;

  int64_t grain(int64_t n) const { return n < kSerialBelow ? n : n / (static_cast<int64_t>(pool_.size()) * 8) + 1; }

  /// counts_[t][c] becomes the first place of thread t's boids in cell c; starts the first place of each cell.
  template <class OnShare>
  void counts_to_places(int64_t cells, int threads, const OnShare& on_share, uint32_t* starts) {
    std::vector<uint32_t> base(static_cast<size_t>(threads) + 1, 0);
    if (threads > 1) {
      on_share(cells, [&](int thread, int64_t begin, int64_t end) {
        uint32_t sum = 0;
        for (int t = 0; t < threads; ++t) {
          const uint32_t* count = counts_[static_cast<size_t>(t)].data();
          for (int64_t c = begin; c < end; ++c) sum += count[c];
        }
        base[static_cast<size_t>(thread) + 1] = sum;
      });
      for (size_t t = 1; t < base.size(); ++t) base[t] += base[t - 1];
    }
    on_share(cells, [&](int thread, int64_t begin, int64_t end) {
      uint32_t place = base[static_cast<size_t>(thread)];
      for (int64_t c = begin; c < end; ++c) {
        starts[c] = place;
        for (int t = 0; t < threads; ++t) {
          uint32_t& count = counts_[static_cast<size_t>(t)][static_cast<size_t>(c)];
          const uint32_t here = count;
          count = place;
          place += here;
        }
      }
      if (end == cells) starts[cells] = place;
    });
  }

  class Stopwatch {
   public:
    explicit Stopwatch(double& total) : total_(total) {}
    ~Stopwatch() { total_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count(); }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

   private:
    double& total_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  };

  PhaseTimes times_;
  ThreadPool pool_;
  Simd simd_;
  std::vector<std::vector<uint32_t>> counts_;  // per thread, per cell
  uint32_t fault_ = kNoFault;
};

}  // namespace murmur
