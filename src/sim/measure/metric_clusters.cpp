// Clusters of the metric grid: a lock-free union-find over its boids. Larger roots are hooked below smaller ones by
// compare-and-swap (Anderson & Woll, STOC 1991), so the components do not depend on the order of threads.
#include <algorithm>
#include <utility>

#include "sim/measure/metric_grid.h"

namespace murmur {
namespace {

/// A label that more than half of the boids have, if there is one (Boyer & Moore 1991).
uint32_t most_common(const std::vector<uint32_t>& labels) {
  uint32_t label = 0;
  size_t votes = 0;
  for (const uint32_t one : labels) {
    if (votes == 0) label = one;
    one == label ? ++votes : --votes;
  }
  return label;
}

}  // namespace

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

/// Joins the boids of `cell` with the sorted boids first .. last - 1 where they are within R.
template <int D>
void MetricGrid<D>::join_cell(size_t cell, uint32_t first, uint32_t last) {
  const uint32_t end = starts_[cell + 1];
  for (uint32_t begin = starts_[cell], next = 0; begin < end; begin = next) {
    next = cell_is_cluster_ ? end : begin + 1;
    uint32_t own = root(begin);
    for (uint32_t j = last; j-- > first;) {
      if (root(j) == own) continue;
      for (uint32_t i = begin; i < next; ++i) {
        if (!near(i, j)) continue;
        join(i, j);
        own = root(i);
        break;
      }
    }
  }
}

/// Joins adjacent cells first. Most boids then belong to one cluster, so only the boids of other clusters search
/// farther: a pair of two clusters always includes one of these.
template <int D>
void MetricGrid<D>::find_clusters() {
  if (parent_.size() < points_) parent_ = std::vector<std::atomic<uint32_t>>(points_);
  const auto cells = static_cast<int64_t>(starts_.size()) - 1;
  const auto for_each_cell = [&](const auto& use) {
    pool_.parallel_for(cells, cells / (64 * pool_.size()) + 1, [&](int64_t from, int64_t to) {
      for_cells(static_cast<size_t>(from), static_cast<size_t>(to), use);
    });
  };
  for_each_cell([this](size_t cell, const Cell&) {
    for (uint32_t i = starts_[cell]; i < starts_[cell + 1]; ++i)
      parent_[i].store(cell_is_cluster_ ? starts_[cell] : i, std::memory_order_relaxed);
  });
  for_each_cell([this](size_t cell, const Cell& centre) {
    for_ranges(centre, -1, 1,
               [&](size_t first,
                   size_t last) {  // visits each pair of cells once, from the cell that is later in the order
                 join_cell(
                     cell, static_cast<uint32_t>(first),
                     std::min(static_cast<uint32_t>(last), starts_[cell_is_cluster_ ? cell : cell + 1]));
               });
  });
  if (reach_ == 1) return;
  std::vector<uint32_t> labels(points_);
  this->for_each_point([&](size_t i) { labels[i] = root(static_cast<uint32_t>(i)); });
  const uint32_t common = most_common(labels);
  for_each_cell([&](size_t cell, const Cell& centre) {
    const auto begin = labels.begin() + starts_[cell], end = labels.begin() + starts_[cell + 1];
    if (std::all_of(begin, end, [&](uint32_t label) { return label == common; })) return;
    for_ranges(centre, -1, reach_, [&](size_t first, size_t last) {
      join_cell(cell, static_cast<uint32_t>(first), static_cast<uint32_t>(last));
    });
  });
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

/// Finds the images by going from neighbour to neighbour, beginning with the first boid. If a second path leads to
/// another image of a boid, the cluster closes around the world.
template <int D>
auto MetricGrid<D>::images(const std::vector<uint32_t>& cluster, std::array<bool, D>& closes) const
    -> std::vector<Worlds> {
  closes.fill(false);
  std::vector<Worlds> worlds(points_);  // image of each sorted boid, in worlds
  std::vector<bool> known(points_);
  std::vector<uint32_t> reached{places_[cluster.front()]};
  known[reached.front()] = true;
  std::vector<Range> ranges;
  for (size_t n = 0; n < reached.size(); ++n) {
    const uint32_t i = reached[n];
    this->find_shell(this->cell_around(i), -1, reach_, ranges);
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
  result.clusters = result.largest = 0;
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
