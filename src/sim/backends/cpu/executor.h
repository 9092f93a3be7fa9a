// Runs the stages of a step on the CPU's threads: a counting sort for the contract order, rows of lanes for
// the update.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "model/step.h"
#include "sim/backends/backend.h"
#include "sim/backends/cpu/cell_sort.h"
#include "sim/backends/cpu/inner_cells.h"
#include "sim/backends/cpu/lanes_custom.h"
#include "sim/backends/cpu/lanes_step.h"
#include "sim/backends/cpu/scalar_custom.h"
#include "sim/backends/cpu/scalar_step.h"
#include "sim/util/thread_pool.h"

namespace murmur {

class CpuExecutor {
 public:
  CpuExecutor(int threads, Simd simd) : pool_(threads), simd_(simd), cell_sort_(pool_) {}

  ThreadPool& pool() { return pool_; }
  Simd simd() const { return simd_; }
  /// Whether lanes read coordinates apart from bodies, which candidate lists need (candidate_lists.inl).
  bool reads_coordinates(int dimensions) const { return dimensions == 3 && simd_ == Simd::kAvx512; }

  template <class Functor>
  void for_each(int64_t n, const Functor& functor) {
    pool_.parallel_for(n, grain(n), [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) functor(i);
    });
  }

  /// Clears the times and the fault of the previous step, and the times of a sort that drawing caused.
  void begin_step(const StepInput& input) {
    stage_ms_ = {};
    fault_ = kNoId;
    input_ = &input;
  }

  void begin(Stage stage) {
    const auto now = Clock::now();
    stop_stage_timer(now);
    stage_ = &stage_ms_[static_cast<size_t>(stage)];
    since_ = now;
  }
  void end() {
    stop_stage_timer(Clock::now());
    stage_ = nullptr;
  }

  template <int D>
  void count_boids_in_cells(FlockArrays<D>& flock, const CellGrid<float, D>& grid) {
    cells_ = grid.cells();
    cell_sort_.count(cells_function<D>(), flock, grid);
  }
  /// Finds the cell of each boid, as the first half of a count for boids that are to be in `slab` (cell_sort.h).
  template <int D>
  void find_cells(const FlockArrays<D>& flock, const CellGrid<float, D>& grid, const Slab& slab,
                  std::vector<uint32_t>& elsewhere) {
    cell_sort_.find(cells_function<D>(), flock, grid, slab, elsewhere);
  }
  template <int D>
  void count_found_cells(FlockArrays<D>& flock, const Slab& slab) {
    cells_ = slab.cells;
    cell_sort_.count_found(flock, slab);
  }

  template <int D>
  void gather(FlockArrays<D>& flock, const CellGrid<float, D>&) {
    if (flock.sorted_coordinates.of[0] && !has_short_blocks(flock)) flock.sorted_coordinates = {};
    cell_sort_.move(flock);
  }

  /// Updates all boids. @throws StepCancelled: some of `flock.bodies` are new then, and `flock.sorted_bodies` are unchanged.
  template <int D>
  void update_boids(FlockArrays<D>& flock, const Parameters<float, D>& q, const CellGrid<float, D>& grid) {
    const SlabStarts starts = SlabStarts::of_world(flock.starts, grid);
    if (!tests_all_pairs(grid)) {
      update_rows(flock, q, grid, starts, 0, grid.rows());
      return store_next_states(flock, q);
    }
    std::atomic<uint32_t> fault{fault_};
    const RowUpdateArguments<D> arguments = update_arguments(flock, q, grid, starts, fault);
    const SumKind kind = q.rules.kind;
    const auto boids = [&](int64_t begin, int64_t end) {
      if (q.behaviours.custom.act()) ScalarRules<D>::all_pairs(kind)(arguments, flock.boids, begin, end);
      ScalarStep<D>::all_pairs(kind)(arguments, flock.boids, begin, end);
    };
    const int64_t grain = is_short(static_cast<double>(flock.boids) * static_cast<double>(flock.boids))
                              ? flock.boids
                              : part_of(flock.boids);
    pool_.parallel_for(flock.boids, grain, boids);
    end_update(fault);
    store_next_states(flock, q);
  }

  /// Updates the boids of rows row_begin .. row_end - 1, counted over all layers of `grid`.
  template <int D>
  void update_rows(FlockArrays<D>& flock, const Parameters<float, D>& q, const CellGrid<float, D>& grid,
                   const SlabStarts& starts, int64_t row_begin, int64_t row_end) {
    std::atomic<uint32_t> fault{fault_};
    const RowUpdateArguments<D> arguments = update_arguments(flock, q, grid, starts, fault);
    const RowFunctions<D> whole = row_functions<D>(q, grid.images);
    const InnerCells<D> inner(q.world, q.rules.radius, grid);
    const RowFunctions<D> inside = row_functions<D>(q, inner.grid().images);
    const auto columns = [&](const RowFunctions<D>& update, const CellGrid<float, D>& part_grid, int64_t row,
                             int32_t from, int32_t to) {
      RowUpdateArguments<D> part = arguments;
      part.grid = &part_grid;
      part.column_from = from;
      part.column_to = to;
      update(part, row, row + 1);
    };
    const auto rows = [&](int64_t begin, int64_t end) {
      if (!inner.any()) return whole(arguments, begin, end);
      for (int64_t r = begin; r < end; ++r) {
        if (!inner.has_row(r)) {
          whole(arguments, r, r + 1);
        } else {
          columns(whole, grid, r, 0, inner.from(0));
          columns(inside, inner.grid(), r, inner.from(0), inner.to(0));
          columns(whole, grid, r, inner.to(0), grid.count[0]);
        }
      }
    };
    in_parts(starts, grid, row_begin, row_end, rows);
    end_update(fault);
  }

  /// Stores new species and custom states, which other boids read during the update. Call after the last update_rows() of a step.
  template <int D>
  void store_next_states(const FlockArrays<D>& flock, const Parameters<float, D>& q) {
    if (q.rules.catches) for_each(flock.boids, TakeCaught<D>{flock});
    const CustomRules<float>& custom = q.behaviours.custom;
    if (custom.nexts.size == 0) return;
    const CustomRows<float> rows = custom_rows_for(flock, q);
    std::atomic<uint32_t> fault{fault_};
    for_each(flock.boids, [&](int64_t k) {
      if (!take_custom_states(custom, rows.from(k), columns_at(flock.sorted_columns, k)))
        lower_to(fault, flock.sorted_ids[k]);
    });
    fault_ = fault.load();
  }

  template <int D, class Predators>
  void step_predators(const FlockArrays<D>& flock, const Parameters<float, D>& q, Predators& predators) {
    predators.step(q, [&](const Vec<float, D>& at, float notice_squared) {
      const Prey<float> prey = prey_near(flock, q.world, at, notice_squared);
      return prey.id == Prey<float>::kNone ? std::nullopt : std::optional(place_of(flock, prey));
    });
  }

  /// Finds the boid of `flock` that a predator chases.
  template <int D>
  Prey<float> prey_near(const FlockArrays<D>& flock, const World<float, D>& world,
                        const Vec<float, D>& predator, float notice_squared) {
    Prey<float> best{notice_squared};
    std::mutex mutex;
    pool_.parallel_for(flock.boids, 1 << 14, [&](int64_t begin, int64_t end) {
      Prey<float> part{notice_squared};
      for (int64_t i = begin; i < end; ++i) {
        const Vec<float, D> d = displacement(world, predator, flock.sorted_bodies[i].p);
        part.merge(dot(d, d), flock.sorted_ids[i]);
      }
      const std::lock_guard lock(mutex);
      best.merge(part.square, part.id);
    });
    return best;
  }
  template <int D>
  static Vec<float, D> place_of(const FlockArrays<D>& flock, const Prey<float>& prey) {
    const uint32_t* const at =
        std::find(flock.sorted_ids, flock.sorted_ids + flock.boids, static_cast<uint32_t>(prey.id));
    return flock.sorted_bodies[at - flock.sorted_ids].p;
  }

  /// Wall time of the stages since begin_step() [ms]; the time of predators is only in the total.
  PhaseTimes times() const {
    const auto of = [this](Stage stage) { return stage_ms_[static_cast<size_t>(stage)]; };
    return {of(Stage::kSort), of(Stage::kGather), of(Stage::kRules), 0.0};
  }
  /// Lowest id that was not finite after the update of this step, or kNoId.
  uint32_t fault() const { return fault_; }

 private:
  /// Whether candidate lists pay for a large enough part of the flock, estimated from a sample of its cells. The
  /// volume of a cell is a quarter of R³.
  template <int D>
  bool has_short_blocks(const FlockArrays<D>& flock) const {
    constexpr int64_t kBoids = 16, kColumns = static_cast<int64_t>(4 * kListedVolume), kSamples = 64,
                      kFew = 4096;
    if (flock.boids < kFew) return true;
    int64_t found = 0;
    for (int64_t k = 0; k < kSamples; ++k) {
      const auto boid = static_cast<uint32_t>(flock.boids * k / kSamples);
      const int64_t after = std::upper_bound(flock.starts, flock.starts + cells_, boid) - flock.starts;
      found += flock.starts[std::min(after + kColumns, cells_)] >= boid + kBoids ? 1 : 0;
    }
    return 8 * found >= kSamples;
  }
  template <int D>
  RowUpdateArguments<D> update_arguments(const FlockArrays<D>& flock, const Parameters<float, D>& q,
                                         const CellGrid<float, D>& grid, const SlabStarts& starts,
                                         std::atomic<uint32_t>& fault) {
    if (q.rules.has_species()) species_columns_ = species_columns(q.rules);
    return {&q,
            &grid,
            0,
            grid.count[0],
            starts,
            flock.sorted_bodies,
            flock.bodies,
            flock.sorted_coordinates,
            flock.sorted_ids,
            flock.carried,
            flock.sorted_columns,
            q.rules.has_species() ? &species_columns_ : nullptr,
            flock.caught,
            custom_rows_for(flock, q),
            &fault,
            input_->cancel};
  }
  /// Memory for what custom rules add to each boid.
  template <int D>
  CustomRows<float> custom_rows_for(const FlockArrays<D>& flock, const Parameters<float, D>& q) {
    const CustomRules<float>& custom = q.behaviours.custom;
    if (!custom.act()) return {};
    const int64_t stride = flock.boids + kBlockPadding;
    // Lanes read whole batches of blocks, past the last block.
    const auto wanted = static_cast<size_t>(custom.rows(D) * stride + kMostCustomBatch);
    if (custom_rows_.size() < wanted) custom_rows_.resize(wanted);
    return {custom_rows_.data(), stride};
  }
  /// Whether a step tests all pairs (all_pairs.inl) instead of searching cells: if boids see all images of all cells, or
  /// if R spans the world and there are no lanes, which search cells faster than all_pairs.inl sorts neighbours.
  template <int D>
  bool tests_all_pairs(const CellGrid<float, D>& grid) const {
    bool all = grid.images == Images::kChecked && lane_cells<D>(simd_) == nullptr;
    for (int k = 0; k < D; ++k) all = all && grid.reach[k] >= 2 * grid.count[k];
    return all || sees_all_images(grid);
  }
  void end_update(const std::atomic<uint32_t>& fault) {
    if (input_->cancelled()) throw StepCancelled();
    fault_ = fault.load();
  }
  /// Calls update(begin, end) for rows row_begin .. row_end - 1, on all threads where that pays. Parts have about the
  /// same number of boids: a flock may fill few of the rows.
  template <int D, class Update>
  void in_parts(const SlabStarts& starts, const CellGrid<float, D>& grid, int64_t row_begin, int64_t row_end,
                const Update& update) {
    const auto first_boid = [&](int64_t row) { return int64_t{*starts.own_row(grid.count[0], row)}; };
    const int64_t before = first_boid(row_begin), boids = first_boid(row_end) - before;
    const bool few = is_short(static_cast<double>(boids) * static_cast<double>(boids));
    if (few || (boids < kSerialBelow && is_short(pair_tests(starts, grid, row_begin, row_end))))
      return update(row_begin, row_end);
    const auto first_row = [&](int64_t boid) {  // the first row that begins with this boid or a later one
      int64_t low = row_begin, high = row_end;
      while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (first_boid(middle) < boid)
          low = middle + 1;
        else
          high = middle;
      }
      return low;
    };
    pool_.parallel_for(boids, part_of(boids), [&](int64_t begin, int64_t end) {
      update(first_row(before + begin), first_row(before + end));
    });
  }

  // Limits below which waking a second thread costs more than it saves.
  static constexpr int64_t kSerialBelow = 4096;
  static bool is_short(double pair_tests) { return pair_tests < 1e5; }
  int64_t part_of(int64_t count) const { return count / (static_cast<int64_t>(pool_.size()) * 16) + 1; }

  /// Approximate number of pair tests in rows of the grid, from the cells beside some of their boids.
  template <int D>
  static double pair_tests(const SlabStarts& starts, const CellGrid<float, D>& grid, int64_t row_begin,
                           int64_t row_end) {
    constexpr int64_t kSamples = 16;
    const uint32_t* const begin = starts.own_row(grid.count[0], row_begin);
    const uint32_t* const end = starts.own_row(grid.count[0], row_end);
    const int64_t boids = int64_t{*end} - int64_t{*begin}, reach = grid.reach[0];
    double tests = 0.0;
    for (int64_t k = 0; k < kSamples; ++k) {
      const auto boid = static_cast<uint32_t>(*begin + boids * k / kSamples);
      const uint32_t* const next = std::upper_bound(begin, end, boid);  // the cell after that of the boid
      const uint32_t* const low = next - begin > reach ? next - 1 - reach : begin;
      const uint32_t* const high = end - next > reach ? next + reach : end;
      tests += static_cast<double>(*high - *low);
    }
    for (int k = 1; k < D; ++k) tests *= std::min(2 * grid.reach[k] + 1, grid.count[k]);
    return tests * static_cast<double>(boids) / static_cast<double>(kSamples);
  }

  int64_t grain(int64_t n) const {
    return n < kSerialBelow ? n : n / (static_cast<int64_t>(pool_.size()) * 8) + 1;
  }

  /// Functions for rows of boids: custom rules (null: there are none), then the update.
  template <int D>
  struct RowFunctions {
    RowUpdateFunction<D> custom, update;
    void operator()(const RowUpdateArguments<D>& arguments, int64_t begin, int64_t end) const {
      if (custom != nullptr) custom(arguments, begin, end);
      update(arguments, begin, end);
    }
  };
  template <int D>
  RowFunctions<D> row_functions(const Parameters<float, D>& q, Images images) const {
    const auto first_of = [](RowUpdateFunction<D> lanes, RowUpdateFunction<D> scalar) {
      return lanes != nullptr ? lanes : scalar;
    };
    const SumKind kind = kind_with(q.rules.kind, images);
    const CustomRules<float>& rules = q.behaviours.custom;
    RowUpdateFunction<D> custom = nullptr;
    // Lanes cannot handle octants, but rules that visit no pair do not need them.
    const SumKind own_kind = rules.visits_pairs() ? kind : SumKind{};
    if (rules.act())
      custom = first_of(lane_custom_rows<D>(simd_, own_kind, images), ScalarRules<D>::rows(own_kind, images));
    return {custom, first_of(lane_row_update<D>(simd_, kind, images), ScalarStep<D>::rows(kind, images))};
  }
  template <int D>
  CellsFunction<D> cells_function() const {
    const CellsFunction<D> lanes = lane_cells<D>(simd_);
    return lanes != nullptr ? lanes : ScalarStep<D>::cells();
  }

  using Clock = std::chrono::steady_clock;
  void stop_stage_timer(Clock::time_point now) {
    if (stage_) *stage_ += std::chrono::duration<double, std::milli>(now - since_).count();
  }

  std::array<double, 4> stage_ms_{};  // time of each Stage [ms]
  double* stage_ = nullptr;           // stage that is running
  Clock::time_point since_;
  ThreadPool pool_;
  Simd simd_;
  CellSort cell_sort_;
  int64_t cells_ = 0;  // number of cells in the last count
  uint32_t fault_ = kNoId;
  const StepInput* input_ = nullptr;  // input of the present step
  SpeciesColumns species_columns_{};
  std::vector<float> custom_rows_;
};

}  // namespace murmur
