// Runs the stages of a step on the planes that one rank owns: the cpu executor's stages, with the halo, which is the
// boids of adjacent planes that other ranks own. The halo is sent while boids that do not see it are stepped. Owns
// the starts of the halo's cells; the halo's boids follow the rank's own in flock.sorted_bodies. Used by
// cpu_rank_flock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/backends/cpu/executor.h"
#include "sim/backends/cpu/sorted_arrays.h"
#include "sim/ranks/ranks.h"
#include "sim/ranks/shared_prey.h"
#include "sim/ranks/slabs.h"

namespace murmur {

template <int D>
class RankExecutor {
 public:
  /// `order`: the sorted arrays of the rank's flock.
  RankExecutor(CpuExecutor& cpu, Ranks& ranks, SortedArrays<D>& order)
      : cpu_(cpu), ranks_(ranks), order_(order) {}

  /// Plans the messages for this grid and these borders. Call when one of them changes.
  void plan(const CellGrid<float, D>& grid, const Borders& borders) {
    const Planes planes{grid.count[D - 1], grid.reach[D - 1], grid.images != Images::kNone};
    window_ = window_of(planes, borders, ranks_.rank());
    cells_ = plane_cells(grid);
    sends_.clear();
    receives_.clear();
    for (int rank = 0; rank < ranks_.size(); ++rank) {
      for (const Halo& halo : halos_between(planes, borders, ranks_.rank(), rank)) sends_.push_back(halo);
      for (const Halo& halo : halos_between(planes, borders, rank, ranks_.rank())) receives_.push_back(halo);
    }
    std::stable_sort(receives_.begin(), receives_.end(),
                     [](const Halo& a, const Halo& b) { return a.begin < b.begin; });
    inner_first_ = window_.before < window_.first ? window_.first + planes.reach : window_.first;
    inner_last_ = window_.after > window_.last ? window_.last - planes.reach : window_.last;
    if (inner_first_ >= inner_last_) inner_first_ = inner_last_ = window_.last;
  }

  Slab slab() const {
    return {static_cast<uint32_t>(window_.first * cells_), (window_.last - window_.first) * cells_};
  }
  const Window& window() const { return window_; }
  int64_t halo_boids() const { return halo_boids_; }

  void begin(Stage stage) { cpu_.begin(stage); }
  void end() { cpu_.end(); }
  void count_boids_in_cells(FlockArrays<D>& flock, const CellGrid<float, D>&) {
    cpu_.count_found_cells(flock, slab());
  }
  void gather(FlockArrays<D>& flock, const CellGrid<float, D>& grid) { cpu_.gather(flock, grid); }

  /// Cell starts that update_boids() has used.
  const SlabStarts& starts() const { return starts_; }

  void update_boids(FlockArrays<D>& flock, const Parameters<float, D>& q, const CellGrid<float, D>& grid) {
    local_starts_ = flock.starts;
    begin_starts();
    starts_ = {flock.starts, before_.data(), after_.data(),   window_.first,
               window_.last, window_.before, plane_rows(grid)};
    FlockArrays<D> seen = flock;
    const auto update = [&](int32_t first, int32_t last) {
      if (first < last)
        cpu_.update_rows(seen, q, grid, starts_, static_cast<int64_t>(first) * plane_rows(grid),
                         static_cast<int64_t>(last) * plane_rows(grid));
    };
    // MPI moves messages only within its calls, so the work is split into pieces with calls between them.
    const int32_t inner = inner_last_ - inner_first_, pieces = flock.boids < kOnePieceBelow ? 1 : kPieces;
    const auto inner_piece = [&](int32_t piece) {
      update(inner_first_ + static_cast<int32_t>(int64_t{inner} * piece / pieces),
             inner_first_ + static_cast<int32_t>(int64_t{inner} * (piece + 1) / pieces));
      ranks_.progress();
    };
    if (pieces > 1) inner_piece(0);
    end_starts(flock);
    begin_bodies(flock);
    begin_columns(flock);
    seen = flock;
    if (q.rules.ids_decide()) seen.sorted_ids = begin_ids(flock);
    for (int32_t piece = pieces > 1 ? 1 : 0; piece < pieces; ++piece) inner_piece(piece);
    ranks_.wait();
    if (flock.sorted_coordinates.of[0])
      cpu_.for_each(halo_boids_, [&](int64_t k) { flock.copy_coordinates(flock.boids + k); });
    update(window_.first, inner_first_);
    update(inner_last_, window_.last);
    cpu_.store_next_states(flock, q);
  }

  /// Steps all predators on every rank; each chases the nearest prey of all ranks.
  template <class Predators>
  void step_predators(const FlockArrays<D>& flock, const Parameters<float, D>& q, Predators& predators) {
    const auto at = predators.positions();
    if (at.size == 0) return;
    std::vector<FoundPrey<D>> mine(static_cast<size_t>(at.size));
    for (size_t k = 0; k < mine.size(); ++k) {
      mine[k].prey =
          cpu_.prey_near(flock, q.world, at.data[k], q.behaviours.predator_rules.data[k].notice_squared());
      if (mine[k].prey.id != Prey<float>::kNone) mine[k].place = CpuExecutor::place_of(flock, mine[k].prey);
    }
    predators.step(q, SharedPrey<D>(ranks_, mine));
  }

 private:
  static constexpr int64_t kOnePieceBelow = 16384;  // number of boids below which the work is not split
  static constexpr int32_t kPieces = 4;

  /// Memory for the starts of an image plane of the halo.
  uint32_t* halo_starts(int32_t plane) {
    return plane < window_.first ? before_.data() + (plane - window_.before) * cells_
                                 : after_.data() + (plane - window_.last) * cells_;
  }

  /// Begins to exchange the number of boids in each cell of the halo.
  void begin_starts() {
    before_.assign(static_cast<size_t>((window_.first - window_.before) * cells_ + 1), 0);
    after_.assign(static_cast<size_t>((window_.after - window_.last) * cells_ + 1), 0);
    arrived_.resize(receives_.size());
    for (size_t k = 0; k < receives_.size(); ++k) {
      const Halo& halo = receives_[k];
      arrived_[k].resize(static_cast<size_t>((halo.end - halo.begin) * cells_ + 1));
      if (halo.from != ranks_.rank())
        ranks_.receive(halo.from, arrived_[k].data(), arrived_[k].size() * sizeof(uint32_t));
    }
    for (const Halo& halo : sends_) {
      const auto [from, size] = local_starts(halo);
      if (halo.to != ranks_.rank()) ranks_.send(halo.to, from, size * sizeof(uint32_t));
    }
  }

  /// Completes before_ and after_, and makes room in flock.sorted_bodies for the halo's boids.
  void end_starts(FlockArrays<D>& flock) {
    ranks_.wait();
    int64_t place = flock.boids;
    received_.clear();
    for (size_t k = 0; k < receives_.size(); ++k) {
      const Halo& halo = receives_[k];
      if (halo.from == ranks_.rank()) {
        const auto [from, size] = local_starts(halo);
        arrived_[k].assign(from, from + size);
      }
      uint32_t* const to = halo_starts(halo.begin);
      const uint32_t base = static_cast<uint32_t>(place) - arrived_[k].front();
      for (size_t c = 0; c < arrived_[k].size(); ++c) to[c] = arrived_[k][c] + base;
      received_.push_back({place, arrived_[k].back() - arrived_[k].front()});
      place += arrived_[k].back() - arrived_[k].front();
    }
    halo_boids_ = place - flock.boids;
    grow(order_.bodies, place + kBlockPadding);
    flock.sorted_bodies = order_.bodies.data();
    if (flock.sorted_coordinates.of[0]) flock.sorted_coordinates = order_.with_coordinates();
  }

  /// Begins to exchange ids, if they decide which of equally distant boids are the nearest. @returns the ids of own
  /// boids and, after wait(), of the halo.
  uint32_t* begin_ids(const FlockArrays<D>& flock) {
    ids_.resize(static_cast<size_t>(flock.boids + halo_boids_));
    std::copy_n(flock.sorted_ids, flock.boids, ids_.begin());
    exchange(ids_.data());
    return ids_.data();
  }
  void begin_bodies(FlockArrays<D>& flock) { exchange(flock.sorted_bodies); }
  /// Sends the columns that neighbouring ranks read (seen_by_neighbours).
  void begin_columns(FlockArrays<D>& flock) {
    each_column(
        [&](const ColumnInfo& info, auto& column, auto*& sorted) {
          if (!info.seen_by_neighbours || !(flock.carried & info.bit)) return;
          grow(column, flock.boids + halo_boids_);
          sorted = column.data();
          exchange(sorted);
        },
        order_.columns, flock.sorted_columns);
  }

  /// Begins to send items of `sorted` that other ranks need for their halos, and to receive the items of the own halo
  /// behind the own ones.
  template <class Item>
  void exchange(Item* sorted) {
    for (size_t k = 0; k < receives_.size(); ++k) {
      Item* const to = sorted + received_[k].first;
      const auto size = static_cast<size_t>(received_[k].second);
      if (size == 0) continue;
      if (receives_[k].from == ranks_.rank()) {
        std::copy_n(sorted + local_starts(receives_[k]).first[0], size, to);
      } else {
        ranks_.receive(receives_[k].from, to, size * sizeof(Item));
      }
    }
    for (const Halo& halo : sends_) {
      const auto [from, size] = local_starts(halo);
      const uint32_t boids = from[size - 1] - from[0];
      if (boids > 0 && halo.to != ranks_.rank()) ranks_.send(halo.to, sorted + from[0], boids * sizeof(Item));
    }
  }

  /// Own starts that another rank needs for its halo, and their number, including the end.
  std::pair<const uint32_t*, size_t> local_starts(const Halo& halo) const {
    return {local_starts_ + (halo.begin - halo.shift - window_.first) * cells_,
            static_cast<size_t>((halo.end - halo.begin) * cells_ + 1)};
  }

  CpuExecutor& cpu_;
  Ranks& ranks_;
  SortedArrays<D>& order_;
  Window window_;
  int64_t cells_ = 0;                         // number of cells in a plane
  std::vector<Halo> sends_, receives_;        // sorted by rank, then by image plane
  int32_t inner_first_ = 0, inner_last_ = 0;  // planes whose boids do not see the halo
  std::vector<uint32_t> before_, after_;
  std::vector<std::vector<uint32_t>>
      arrived_;  // cell starts of each of receives_, counted by the owner, with the end
  std::vector<std::pair<int64_t, int64_t>> received_;  // first index and number of boids of each receives_
  int64_t halo_boids_ = 0;
  const uint32_t* local_starts_ = nullptr;  // own starts of the current step
  std::vector<uint32_t> ids_;
  SlabStarts starts_{};
};

}  // namespace murmur
