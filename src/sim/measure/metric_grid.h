// Neighbourhood measures of boids: neighbour counts, nearest distances, neighbourhood order and clusters. Does not
// depend on scenarios or files. Used by metrics.cpp and largest_cluster.h.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "sim/measure/point_grid.h"

namespace murmur {

/// Neighbourhood measures of each boid, in the order of the grid (the same for every number of threads).
struct Neighbourhoods {
  std::vector<double> count;    ///< other boids within R
  std::vector<double> nearest;  ///< distance to the nearest other boid [world units]; infinite without others
  std::vector<double> order;    ///< |sum of unit v over the boid and its neighbours| / (count + 1)
  int64_t clusters = 0;         ///< number of groups of boids connected within R
  int64_t largest = 0;          ///< number of boids in the largest cluster
};

template <int D>
class MetricGrid : PointGrid<D> {
  using Base = PointGrid<D>;

 public:
  using typename Base::Axes;
  explicit MetricGrid(ThreadPool& pool) : Base(pool) {}
  /// Replaces the flock, reusing memory.
  void place(const Points<D>& points, double radius);

  /// Measures all neighbourhoods. `unit`: unit velocities.
  void measure(const Axes& unit, Neighbourhoods& result);
  /// Ascending indices of the boids of the largest cluster; of equally large clusters, the one with the boid of the highest rank.
  std::vector<uint32_t> largest_cluster(const std::vector<double>& rank);
  using Worlds = std::array<int32_t, D>;
  /// The number of worlds to add to the position of each boid of a cluster in a periodic world, so that boids within
  /// R are next to each other. `closes`: axes around which the cluster closes; such numbers do not exist then.
  std::vector<Worlds> images(const std::vector<uint32_t>& cluster, std::array<bool, D>& closes) const;

 private:
  using Base::for_cells, Base::for_ranges, Base::kPack;
  using Base::pool_, Base::points_, Base::wrapped_, Base::size_, Base::side_, Base::cells_, Base::p_,
      Base::starts_, Base::places_;
  using typename Base::Cell, typename Base::Range;
  struct Around;

  template <bool Wrapped>
  void measure_cell(size_t cell, const Cell& centre, Around& around, Neighbourhoods& result) const;

  // Union-find over sorted boids (defined in metric_clusters.cpp).
  void join_cell(size_t cell, uint32_t first, uint32_t last);
  bool near(size_t i, size_t j) const { return this->squared_distance(i, j) < radius_ * radius_; }
  uint32_t root(uint32_t i);
  void join(uint32_t i, uint32_t j);
  void find_clusters();
  void count_clusters(Neighbourhoods& result);

  double radius_ = 0.0;
  int64_t reach_ = 2;             // cells to search on each side to find all boids within R
  bool cell_is_cluster_ = false;  // whether any two boids of a cell are within R
  Axes u_;                        // unit velocities, sorted by cell
  std::vector<std::atomic<uint32_t>> parent_;
};

}  // namespace murmur
