// Neighbourhoods for the metrics: neighbour counts, nearest distances, neighbourhood order and clusters.
// Does not depend on scenarios or files. Used by metrics.cpp and largest_cluster.h.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "sim/measure/point_grid.h"

namespace murmur {

/// Neighbours of each boid, in the order of the grid (the same for every number of threads).
struct Neighbourhoods {
  std::vector<double> count;    ///< other boids within R
  std::vector<double> nearest;  ///< distance to the nearest other boid [world units]; infinite without one
  std::vector<double> order;    ///< |sum of unit v over the boid and its neighbours| / (count + 1)
  int64_t clusters = 0;         ///< connected components of "within R"
  int64_t largest = 0;          ///< boids in the largest of them
};

template <int D>
class MetricGrid : PointGrid<D> {
  using Base = PointGrid<D>;

 public:
  using typename Base::Axes;
  explicit MetricGrid(ThreadPool& pool) : Base(pool) {}
  /// Another flock in the same memory.
  void place(const Points<D>& points, double radius);

  /// `unit`: unit velocities.
  void measure(const Axes& unit, Neighbourhoods& result);
  /// Indices of the boids of the largest cluster, ascending; of equally large ones that with the boid of highest rank.
  std::vector<uint32_t> largest_cluster(const std::vector<double>& rank);
  using Worlds = std::array<int32_t, D>;
  /// How many worlds to add to the place of each boid of a cluster in a periodic world, so that boids within R are beside
  /// each other. `closes`: the axes around which it closes, where no such numbers are.
  std::vector<Worlds> images(const std::vector<uint32_t>& cluster, std::array<bool, D>& closes) const;

 private:
  using Base::for_cells, Base::for_ranges, Base::kPack;
  using Base::pool_, Base::points_, Base::wrapped_, Base::size_, Base::side_, Base::cells_, Base::p_,
      Base::starts_, Base::places_;
  using typename Base::Cell, typename Base::Range;
  struct Around;

  template <bool Wrapped>
  void measure_cell(size_t cell, const Cell& centre, Around& around, Neighbourhoods& result) const;

  // Union-find over sorted boids (metric_clusters.cpp).
  void join_cell(size_t cell, uint32_t first, uint32_t last);
  bool near(size_t i, size_t j) const { return this->squared_distance(i, j) < radius_ * radius_; }
  uint32_t root(uint32_t i);
  void join(uint32_t i, uint32_t j);
  void find_clusters();
  void count_clusters(Neighbourhoods& result);

  double radius_ = 0.0;
  int64_t reach_ = 2;             // cells to search on each side for all boids within R
  bool cell_is_cluster_ = false;  // no two boids of a cell are R apart
  Axes u_;                        // sorted by cell
  std::vector<std::atomic<uint32_t>> parent_;
};

}  // namespace murmur
