// Clusters of the metric grid: a lock-free union-find over its boids. Roots are hooked below smaller ones by
// compare-and-swap (Anderson & Woll, STOC 1991), so the components do not depend on the order of threads.
#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/measure/metric_grid.h"

namespace murmur {

template <int D>
bool MetricGrid<D>::near(size_t i, size_t j) const {
  double squared = 0.0;
  for (size_t k = 0; k < D; ++k) {
    double d = std::fabs(p_[k][j] - p_[k][i]);
    if (wrapped_) d = std::min(d, size_[k] - d);
    squared += d * d;
  }
  return squared < radius_ * radius_;
}

template <int D>
uint32_t MetricGrid<D>::root(uint32_t i) {
  for (;;) {
    const uint32_t up = parent_[i].load(std::memory_order_relaxed);
    const uint32_t above = parent_[up].load(std::memory_order_relaxed);
    if (up == above) return up;
    parent_[i].store(above, std::memory_order_relaxed);  // halves the path; any ancestor is valid
    i = above;
  }
}

template <int D>
void MetricGrid<D>::join(uint32_t i, uint32_t j) {
  for (;;) {
    uint32_t low = root(i), high = root(j);
    if (low == high) return;
    if (low > high) std::swap(low, high);
    uint32_t expected = high;
    if (parent_[high].compare_exchange_strong(expected, low, std::memory_order_relaxed)) return;
  }
}

/// Joins the boids of `cell` with those around it. Each pair of cells is visited from both sides;
/// only the cell with the smaller index joins them.
template <int D>
void MetricGrid<D>::join_boids(size_t cell) {
  const uint32_t begin = starts_[cell], end = starts_[cell + 1];
  if (begin == end) return;
  static thread_local std::vector<Range> ranges;
  find_shell(coordinates(cell), -1, reach_, ranges);
  for (const auto& [first, last] : ranges) {
    for (auto j = static_cast<uint32_t>(std::max<size_t>(first, begin)); j < last; ++j) {
      for (uint32_t i = begin; i < std::min(end, j); ++i) {
        if (root(i) != root(j) && near(i, j)) join(i, j);
      }
    }
  }
}

/// Each of the two is one cluster already: the first pair within R decides.
template <int D>
void MetricGrid<D>::join_cells(size_t a, size_t b) {
  if (starts_[b] == starts_[b + 1] || root(starts_[a]) == root(starts_[b])) return;
  for (uint32_t i = starts_[a]; i < starts_[a + 1]; ++i) {
    for (uint32_t j = starts_[b]; j < starts_[b + 1]; ++j) {
      if (near(i, j)) return join(i, j);
    }
  }
}

/// Joins a cell with later cells around it whose largest offset is above `inner` and at most `outer`.
template <int D>
void MetricGrid<D>::join_cell(size_t cell, int64_t inner, int64_t outer) {
  if (starts_[cell] == starts_[cell + 1]) return;
  const Cell centre = coordinates(cell);
  const int64_t left = lowest_offset(0, centre[0], outer), right = highest_offset(0, centre[0], outer);
  const auto join_row = [&](size_t row, int64_t offset) {
    const size_t first = row * static_cast<size_t>(cells_[0]);
    if (first + static_cast<size_t>(cells_[0]) <= cell) return;  // earlier cells have visited this one
    for (int64_t x = left; x <= right; ++x) {
      if (std::max(offset, std::abs(x)) <= inner) continue;
      if (const size_t other = first + folded(0, centre[0] + x); other > cell) join_cells(cell, other);
    }
  };
  for_rows_around(centre, outer, join_row);
}

template <int D>
void MetricGrid<D>::find_clusters() {
  parent_ = std::vector<std::atomic<uint32_t>>(points_);
  const auto cells = static_cast<int64_t>(starts_.size()) - 1;
  const int64_t grain = cells / (64 * pool_.size()) + 1;
  pool_.parallel_for(cells, grain, [&](int64_t from, int64_t to) {
    for (auto cell = static_cast<size_t>(from); cell < static_cast<size_t>(to); ++cell) {
      for (uint32_t i = starts_[cell]; i < starts_[cell + 1]; ++i)
        parent_[i].store(cell_is_cluster_ ? starts_[cell] : i, std::memory_order_relaxed);
    }
  });
  const auto for_each_cell = [&](const auto& join) {
    pool_.parallel_for(cells, grain, [&](int64_t from, int64_t to) {
      for (auto cell = static_cast<size_t>(from); cell < static_cast<size_t>(to); ++cell) join(cell);
    });
  };
  if (cell_is_cluster_ && !is_sparse_) {
    // The nearest first: most cells further away are then already in the same cluster.
    for_each_cell([this](size_t cell) { join_cell(cell, -1, 1); });
    for_each_cell([this](size_t cell) { join_cell(cell, 1, reach_); });
  } else {
    for_each_cell([this](size_t cell) { join_boids(cell); });
  }
}

template <int D>
std::vector<uint32_t> MetricGrid<D>::largest_cluster(const std::vector<double>& rank) {
  find_clusters();
  std::vector<int64_t> sizes(points_, 0);
  std::vector<uint32_t> roots(points_), cluster;
  for (uint32_t i = 0; i < points_; ++i) ++sizes[roots[i] = root(places_[i])];
  uint32_t largest = 0;
  for (uint32_t i = 1; i < points_; ++i)
    if (std::pair(sizes[roots[i]], rank[i]) > std::pair(sizes[roots[largest]], rank[largest])) largest = i;
  for (uint32_t i = 0; i < points_; ++i)
    if (roots[i] == roots[largest]) cluster.push_back(i);
  return cluster;
}

/// From neighbour to neighbour, beginning with the first. A second way to a boid that leads to another of its images is a way
/// around the world.
template <int D>
auto MetricGrid<D>::images(const std::vector<uint32_t>& cluster, std::array<bool, D>& closes) const
    -> std::vector<Worlds> {
  closes.fill(false);
  std::vector<Worlds> worlds(points_);  // of sorted boids
  std::vector<bool> known(points_);
  std::vector<uint32_t> reached{places_[cluster.front()]};
  known[reached.front()] = true;
  std::vector<Range> ranges;
  for (size_t n = 0; n < reached.size(); ++n) {
    const uint32_t i = reached[n];
    find_shell(coordinates(this->cell_of([&](size_t k) { return p_[k][i]; })), -1, reach_, ranges);
    for (const auto& [first, last] : ranges) {
      for (auto j = static_cast<uint32_t>(first); j < last; ++j) {
        Worlds there = worlds[i];
        for (size_t k = 0; k < D; ++k) {
          const double d = p_[k][j] - p_[k][i];
          there[k] += d > 0.5 * size_[k] ? -1 : d < -0.5 * size_[k] ? 1 : 0;
        }
        if ((known[j] && worlds[j] == there) || !near(i, j)) continue;
        if (known[j]) {
          for (size_t k = 0; k < D; ++k) closes[k] = closes[k] || worlds[j][k] != there[k];
        } else {
          known[j] = true;
          worlds[j] = there;
          reached.push_back(j);
        }
      }
    }
  }
  std::vector<Worlds> of_cluster;
  for (const uint32_t i : cluster) of_cluster.push_back(worlds[places_[i]]);
  return of_cluster;
}

template <int D>
void MetricGrid<D>::count_clusters(Neighbourhoods& result) {
  find_clusters();
  std::vector<int64_t> sizes(points_, 0);
  for (uint32_t i = 0; i < points_; ++i) ++sizes[root(i)];
  for (const int64_t size : sizes) {
    result.clusters += size > 0 ? 1 : 0;
    result.largest = std::max(result.largest, size);
  }
}

template class MetricGrid<2>;
template class MetricGrid<3>;

}  // namespace murmur
