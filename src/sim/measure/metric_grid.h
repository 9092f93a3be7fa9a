// Neighbourhoods for the metrics: neighbour counts, nearest distances, neighbourhood order and clusters.
// A separate grid in float64 that shares no code with the cells of the step. Owns sorted copies of the boids;
// does not depend on scenarios or files. Used by metrics.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "sim/util/thread_pool.h"

namespace murmur {

/// Per boid, in the order of the grid (the same for every number of threads).
struct Neighbourhoods {
  std::vector<double> count;    ///< other boids within R
  std::vector<double> nearest;  ///< distance to the nearest other boid [world units]; infinite without one
  std::vector<double> order;    ///< |sum of unit v over the boid and its neighbours| / (count + 1)
  int64_t clusters = 0;         ///< connected components of "within R"
  int64_t largest = 0;          ///< boids in the largest of them
};

/// In [0, size), as MetricGrid takes positions of a periodic world.
inline double wrapped_coordinate(double position, double size) {
  const double wrapped = position - size * std::floor(position / size);
  return wrapped >= size ? 0.0 : wrapped;  // -1e-20 rounds to size
}

template <int D>
class MetricGrid {
 public:
  using Axes = std::array<std::vector<double>, D>;  ///< one array per axis, one entry per boid
  /// `world`: the size of a periodic world, with the minimum image, positions in [0, size); none: an
  /// open world. `unit`: unit velocities.
  MetricGrid(const Axes& position, const Axes& unit, std::optional<std::array<double, D>> world,
             double radius, ThreadPool& pool);

  Neighbourhoods measure();
  /// Indices of the boids of the largest cluster, ascending; of equally large ones that with the lowest index.
  std::vector<uint32_t> largest_cluster();

 private:
  using Cell = std::array<int64_t, D>;
  using Range = std::pair<size_t, size_t>;  // of sorted boids
  struct Sums;

  void choose_cells(const Axes& position);
  void sort(const Axes& position, const Axes& unit);
  size_t cell_of(const Axes& position, size_t boid) const;
  Cell coordinates(size_t cell) const;

  /// Boids of the cells around `centre` whose largest offset is above `inner` and at most `outer`, each once.
  void find_shell(const Cell& centre, int64_t inner, int64_t outer, std::vector<Range>& ranges) const;
  void find_run(const Cell& centre, size_t row, int64_t from, int64_t to, std::vector<Range>& ranges) const;
  int64_t lowest_offset(size_t axis, int64_t at, int64_t reach) const;
  int64_t highest_offset(size_t axis, int64_t at, int64_t reach) const;
  /// A coordinate less than one world outside, as that of a cell.
  size_t folded(size_t axis, int64_t at) const {
    const int64_t n = cells_[axis];
    return static_cast<size_t>(at < 0 ? at + n : at >= n ? at - n : at);
  }
  /// visit(row, its largest offset) for the rows of cells around `centre` up to `outer` away.
  template <class Visit>
  void for_rows_around(const Cell& centre, int64_t outer, const Visit& visit) const {
    for (int64_t y = lowest_offset(1, centre[1], outer); y <= highest_offset(1, centre[1], outer); ++y) {
      const size_t row = folded(1, centre[1] + y);
      if constexpr (D == 2) {
        visit(row, std::abs(y));
      } else {
        for (int64_t z = lowest_offset(2, centre[2], outer); z <= highest_offset(2, centre[2], outer); ++z) {
          visit(folded(2, centre[2] + z) * static_cast<size_t>(cells_[1]) + row,
                std::max(std::abs(y), std::abs(z)));
        }
      }
    }
  }

  void measure_cell(size_t cell, Neighbourhoods& result) const;
  template <bool Wrapped>
  void add(const std::array<double, D>& p, Range range, Sums& sums) const;
  void add_around(size_t i, const std::vector<Range>& ranges, Sums& sums) const;
  double search_nearest(size_t i, const Cell& centre) const;

  // Union-find over sorted boids (metric_clusters.cpp).
  void join_cell(size_t cell, int64_t inner, int64_t outer);
  void join_boids(size_t cell);
  void join_cells(size_t a, size_t b);
  bool near(size_t i, size_t j) const;
  uint32_t root(uint32_t i);
  void join(uint32_t i, uint32_t j);
  void find_clusters();
  void count_clusters(Neighbourhoods& result);

  ThreadPool& pool_;
  size_t boids_;
  bool wrapped_;
  double radius_;
  std::array<double, D> low_{}, size_{};  // of the grid
  double side_ = 0.0;                     // of the smallest axis of a cell
  Cell cells_{};
  int64_t reach_ = 2;             // cells to search on each side for all boids within R
  bool cell_is_cluster_ = false;  // no two boids of a cell are R apart
  Axes p_, u_;                    // sorted by cell, padded to whole packs
  std::vector<uint32_t> starts_;  // first boid of each cell, and the end
  std::vector<uint32_t> places_;  // (boids,) where each boid is among the sorted ones
  std::vector<std::atomic<uint32_t>> parent_;
};

}  // namespace murmur
