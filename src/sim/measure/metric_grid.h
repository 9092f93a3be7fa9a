// Neighbourhoods for the metrics: neighbour counts, nearest distances, neighbourhood order and clusters.
// Does not depend on scenarios or files. Used by metrics.cpp and largest_cluster.h.
#pragma once

#include <atomic>
#include <cmath>

#include "sim/measure/point_grid.h"

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
class MetricGrid : PointGrid<D> {
  using Base = PointGrid<D>;

 public:
  using typename Base::Axes;
  /// `world`: the size of a periodic world, with the minimum image, positions in [0, size); none: an
  /// open world. `unit`: unit velocities.
  MetricGrid(const Axes& position, const Axes& unit, std::optional<std::array<double, D>> world,
             double radius, ThreadPool& pool);

  Neighbourhoods measure();
  /// Indices of the boids of the largest cluster, ascending; of equally large ones that with the boid of highest rank.
  std::vector<uint32_t> largest_cluster(const std::vector<double>& rank);
  using Worlds = std::array<int32_t, D>;
  /// Of a cluster in a periodic world: how many worlds are to be added to the place of each, so that boids within R are beside
  /// each other. `closes`: the axes around which it closes, where no such numbers are.
  std::vector<Worlds> images(const std::vector<uint32_t>& cluster, std::array<bool, D>& closes) const;

 private:
  using Base::coordinates, Base::find_shell, Base::lowest_offset, Base::highest_offset, Base::for_rows_around,
      Base::folded, Base::kPack;
  using Base::pool_, Base::points_, Base::wrapped_, Base::size_, Base::side_, Base::cells_, Base::p_,
      Base::starts_, Base::places_;
  using typename Base::Cell, typename Base::Range;
  struct Sums;

  void measure_cell(size_t cell, Neighbourhoods& result) const;
  template <bool Wrapped>
  void add(const std::array<double, D>& p, Range range, Sums& sums) const;
  void add_around(size_t i, const std::vector<Range>& ranges, Sums& sums) const;
  double search_nearest(size_t i, const Cell& centre, Sums& sums) const;

  // Union-find over sorted boids (metric_clusters.cpp).
  void join_cell(size_t cell, int64_t inner, int64_t outer);
  void join_boids(size_t cell);
  void join_cells(size_t a, size_t b);
  bool near(size_t i, size_t j) const;
  uint32_t root(uint32_t i);
  void join(uint32_t i, uint32_t j);
  void find_clusters();
  void count_clusters(Neighbourhoods& result);

  double radius_;
  int64_t reach_ = 2;             // cells to search on each side for all boids within R
  bool cell_is_cluster_ = false;  // no two boids of a cell are R apart
  bool is_sparse_ = false;        // most cells have one boid or none
  Axes u_;                        // sorted by cell
  std::vector<std::atomic<uint32_t>> parent_;
};

}  // namespace murmur
