// The side of a cell is R / 2: 5 x 5 cells cover 6.25 R^2 instead of the 9 R^2 of 3 x 3 cells of side R, and no two
// boids of one cell are more than R apart, which saves most of the work of finding clusters.
#include "sim/measure/metric_grid.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace murmur {
namespace {

using Pack = double __attribute__((vector_size(4 * sizeof(double))));  // vector types of gcc and clang
using Lanes = int64_t __attribute__((vector_size(4 * sizeof(int64_t))));
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kCellsPerBoid = 8.0;

inline Pack load(const double* values) {
  Pack pack;
  std::memcpy(&pack, values, sizeof pack);
  return pack;
}

inline double total(const Pack& x) { return (x[0] + x[1]) + (x[2] + x[3]); }

/// Squared distances of p from the points at the sorted indices from j on.
template <bool Wrapped, size_t D>
inline Pack squared_distances(const std::array<double, D>& p,
                              const std::array<std::vector<double>, D>& points, size_t j,
                              const std::array<double, D>& size) {
  Pack squared{};
  for (size_t k = 0; k < D; ++k) {
    Pack d = load(&points[k][j]) - p[k];
    if constexpr (Wrapped) {  // the sign of the difference does not matter
      d = d < 0.0 ? -d : d;
      const Pack around = size[k] - d;
      d = around < d ? around : d;
    }
    squared = k == 0 ? d * d : squared + d * d;
  }
  return squared;
}

}  // namespace

/// The boids around a cell in packs of vectors: one loop over all packs, because processors cannot predict where the
/// many short runs of cells end.
template <int D>
struct MetricGrid<D>::Around {
  struct PackOf {
    size_t first;
    int64_t boids;  ///< the lanes from here on are empty
  };
  struct Packs {
    std::vector<PackOf> list;  ///< packs; entries after `count` are unused
    size_t count = 0;

    void add(size_t first, size_t end) {
      constexpr size_t kAtOnce = 4;  // most runs have at most so many packs and need no loop
      const size_t packs = (end - first + kPack - 1) / kPack;
      if (list.size() < count + packs + kAtOnce) list.resize(2 * (count + packs + kAtOnce));
      PackOf* to = &list[count];
      count += packs;
      do {
        for (size_t k = 0; k < kAtOnce; ++k)
          to[k] = {first + k * kPack, static_cast<int64_t>(end) - static_cast<int64_t>(first + k * kPack)};
        to += kAtOnce;
        first += kAtOnce * kPack;
      } while (first < end);
    }
  };

  void add(size_t first, size_t end, size_t cell_begin) {
    if (cell_begin >= first && cell_begin < end) {
      own = {first, end};
    } else {
      (own.second == 0 ? before : behind).add(first, end);
    }
  }

  Packs before, behind;  ///< packs of the cells before and after the cell's own run
  Range own;
  std::vector<typename Base::Found> found;  ///< the nearest of a boid without neighbours
};

// The side is slightly more than R / 2, so that rounding never puts two boids within R three cells apart.
template <int D>
void MetricGrid<D>::place(const Points<D>& points, double radius) {
  Base::place(points, 0.5005 * radius, kCellsPerBoid * static_cast<double>(points.count()) + 64.0);
  radius_ = radius;
  double diagonal = 0.0;
  for (size_t k = 0; k < D; ++k) diagonal += std::pow(size_[k] / static_cast<double>(cells_[k]), 2);
  reach_ = side_ > 1.001 * radius_ ? 1 : 2;
  cell_is_cluster_ = diagonal < 0.999 * radius_ * radius_;
}

template <int D>
template <bool Wrapped>
void MetricGrid<D>::measure_cell(size_t cell, const Cell& centre, Around& around,
                                 Neighbourhoods& result) const {
  const size_t begin = starts_[cell], end = starts_[cell + 1];
  around.before.count = around.behind.count = 0;
  around.own = {};
  for_ranges(centre, -1, reach_, [&](size_t first, size_t last) { around.add(first, last, begin); });
  const size_t shared = around.before.count;
  const Pack zero{}, infinite = zero + kInfinity, radius_squared = zero + radius_ * radius_;
  const Lanes lane = {0, 1, 2, 3};
  for (size_t i = begin; i < end; ++i) {
    around.before.count = shared;
    around.before.add(around.own.first, i);
    around.before.add(i + 1, around.own.second);
    std::array<double, D> p;
    for (size_t k = 0; k < D; ++k) p[k] = p_[k][i];
    Lanes counts{};
    Pack nearest = infinite, unit[D]{};  // nearest: squared distance
    for (const auto* const packs : {&around.before, &around.behind}) {
      for (size_t m = 0; m < packs->count; ++m) {
        const auto& [first, boids] = packs->list[m];
        Pack squared = squared_distances<Wrapped>(p, p_, first, size_);
        squared = lane < boids ? squared : infinite;
        nearest = squared < nearest ? squared : nearest;
        const Lanes within = squared < radius_squared;
        counts -= within;  // a true comparison is -1
        for (size_t k = 0; k < D; ++k) unit[k] += within ? load(&u_[k][first]) : zero;
      }
    }
    const auto count = static_cast<double>(counts[0] + counts[1] + counts[2] + counts[3]);
    const double least = std::min(std::min(nearest[0], nearest[1]), std::min(nearest[2], nearest[3]));
    double squared = 0.0;
    for (size_t k = 0; k < D; ++k) {
      const double sum = total(unit[k]) + u_[k][i];
      squared += sum * sum;
    }
    result.count[i] = count;
    result.order[i] = std::sqrt(squared) / (count + 1.0);
    if (count == 0.0) this->nearest(i, 1, around.found);
    const bool is_farther = count == 0.0 && !around.found.empty();
    result.nearest[i] = std::sqrt(is_farther ? around.found.front().first : least);
  }
}

template <int D>
void MetricGrid<D>::measure(const Axes& unit, Neighbourhoods& result) {
  this->sort_numbers(unit, u_);
  result.count.resize(points_);
  result.nearest.resize(points_);
  result.order.resize(points_);
  const auto cells = static_cast<int64_t>(starts_.size()) - 1;
  pool_.parallel_for(cells, cells / (64 * pool_.size()) + 1, [&](int64_t from, int64_t to) {
    Around around;
    for_cells(static_cast<size_t>(from), static_cast<size_t>(to), [&](size_t cell, const Cell& centre) {
      wrapped_ ? measure_cell<true>(cell, centre, around, result)
               : measure_cell<false>(cell, centre, around, result);
    });
  });
  count_clusters(result);
}

template class MetricGrid<2>;
template class MetricGrid<3>;

}  // namespace murmur
