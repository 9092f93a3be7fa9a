// Runs the stages of a step on the CPU's threads: a counting sort for the contract order, rows of lanes for
// the update.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

#include "model/step.h"
#include "sim/backends/cpu/cell_sort.h"
#include "sim/backends/cpu/row_update.h"
#include "sim/util/thread_pool.h"

namespace murmur {

class CpuExecutor {
 public:
  CpuExecutor(int threads, Simd simd) : pool_(threads), simd_(simd), cell_sort_(pool_) {}

  ThreadPool& pool() { return pool_; }
  Simd simd() const { return simd_; }

  template <class Functor>
  void for_each(const char*, int64_t n, const Functor& functor) {
    pool_.parallel_for(n, grain(n), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) functor(i);
    });
  }

  template <int D>
  void sort(Flock<D>& flock, const CellGrid<float, D>& grid) {
    const CellsFunction<D> lanes = lane_cells<D>(simd_);
    {
      const Stopwatch watch(times_.sort);
      cell_sort_.count(lanes != nullptr ? lanes : scalar_cells<D>(), flock, grid);
    }
    const Stopwatch watch(times_.gather);
    cell_sort_.move(flock);
  }

  template <int D>
  void update(Flock<D>& flock, const Parameters<float, D>& q, const CellGrid<float, D>& grid) {
    const Stopwatch watch(times_.rules);
    std::atomic<uint32_t> fault{kNoFault};
    const RowUpdateArguments<D> arguments{
        &q,    &grid, flock.starts, flock.sorted_bodies, flock.bodies, flock.sorted_ids, flock.sorted_targets,
        &fault};
    const SumKind kind = sum_kind(q.rules);
    RowUpdateFunction<D> rows = lane_row_update<D>(simd_, kind, grid.images);
    if (rows == nullptr) rows = scalar_row_update<D>(kind, grid.images);
    const int64_t count = grid.rows();
    if (candidates(flock.boids, grid) < kFewCandidates) {
      rows(arguments, 0, count);
    } else {
      const int64_t pieces = static_cast<int64_t>(pool_.size()) * 16;
      pool_.parallel_for(count, count / pieces + 1,
                         [&](int64_t begin, int64_t end) { rows(arguments, begin, end); });
    }
    fault_ = fault.load();
  }

  /// Wall-clock of each stage since the last reset [ms].
  PhaseTimes times() const { return times_; }
  void reset_times() { times_ = {}; }

  static constexpr uint32_t kNoFault = std::numeric_limits<uint32_t>::max();
  /// Lowest id that was not finite after the last update, or kNoFault.
  uint32_t fault() const { return fault_; }

 private:
  // Below these a second thread's wake-up costs more than it brings.
  static constexpr int64_t kSerialBelow = 4096;
  static constexpr double kFewCandidates = 1e5;

  /// About how many pairs a step looks at.
  template <int D>
  static double candidates(int64_t boids, const CellGrid<float, D>& grid) {
    double pairs = static_cast<double>(boids) * static_cast<double>(boids);
    for (int k = 0; k < D; ++k) pairs *= std::min(1.0, (2.0 * grid.reach[k] + 1.0) / grid.count[k]);
    return pairs;
  }

  int64_t grain(int64_t n) const {
    return n < kSerialBelow ? n : n / (static_cast<int64_t>(pool_.size()) * 8) + 1;
  }

  class Stopwatch {
   public:
    explicit Stopwatch(double& total) : total_(total) {}
    ~Stopwatch() {
      total_ += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

   private:
    double& total_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  };

  PhaseTimes times_;
  ThreadPool pool_;
  Simd simd_;
  CellSort cell_sort_;
  uint32_t fault_ = kNoFault;
};

}  // namespace murmur
