// The side of a cell is R / 2: 5 x 5 of them cover 6.25 R^2 instead of the 9 R^2 of cells of side R, and
// no two boids of one cell are R apart, which saves most of the work of finding clusters.
#include "sim/measure/metric_grid.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace murmur {
namespace {

using Pack = double __attribute__((vector_size(4 * sizeof(double))));  // vector types of gcc and clang
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kCellsPerBoid = 8.0;

inline Pack load(const double* values) {
  Pack pack;
  std::memcpy(&pack, values, sizeof pack);
  return pack;
}

}  // namespace

template <int D>
struct MetricGrid<D>::Sums {
  Pack count{}, nearest{kInfinity, kInfinity, kInfinity, kInfinity};  // nearest: squared
  Pack unit[D]{};

  static double total(const Pack& x) { return (x[0] + x[1]) + (x[2] + x[3]); }
  double nearest_squared() const {
    return std::min(std::min(nearest[0], nearest[1]), std::min(nearest[2], nearest[3]));
  }
};

// The side is a little over half of R, so that no rounding puts two boids within R three cells apart.
template <int D>
MetricGrid<D>::MetricGrid(const Axes& position, const Axes& unit, std::optional<std::array<double, D>> world,
                          double radius, ThreadPool& pool)
    : Base(position, world, 0.5005 * radius, kCellsPerBoid * static_cast<double>(position[0].size()) + 64.0,
           pool),
      radius_(radius) {
  double diagonal = 0.0;
  for (size_t k = 0; k < D; ++k) diagonal += std::pow(size_[k] / static_cast<double>(cells_[k]), 2);
  reach_ = side_ > 1.001 * radius_ ? 1 : 2;
  cell_is_cluster_ = diagonal < 0.999 * radius_ * radius_;
  is_sparse_ = starts_.size() > points_;
  Base::sort_numbers(unit, u_);
}

template <int D>
template <bool Wrapped>
void MetricGrid<D>::add(const std::array<double, D>& p, Range range, Sums& sums) const {
  const Pack zero{}, one = zero + 1.0, infinite = zero + kInfinity, radius_squared = zero + radius_ * radius_;
  const Pack lane = {0.0, 1.0, 2.0, 3.0};
  for (size_t j = range.first; j < range.second; j += kPack) {
    Pack squared{};
    for (size_t k = 0; k < D; ++k) {
      Pack d = load(&p_[k][j]) - p[k];
      if constexpr (Wrapped) {  // the sign does not matter here
        d = d < 0.0 ? -d : d;
        const Pack around = size_[k] - d;
        d = around < d ? around : d;
      }
      squared += d * d;
    }
    if (j + kPack > range.second) squared = lane < static_cast<double>(range.second - j) ? squared : infinite;
    sums.nearest = squared < sums.nearest ? squared : sums.nearest;
    const auto within = squared < radius_squared;
    sums.count += within ? one : zero;
    for (size_t k = 0; k < D; ++k) sums.unit[k] += within ? load(&u_[k][j]) : zero;
  }
}

/// All in `ranges` but i itself.
template <int D>
void MetricGrid<D>::add_around(size_t i, const std::vector<Range>& ranges, Sums& sums) const {
  std::array<double, D> p;
  for (size_t k = 0; k < D; ++k) p[k] = p_[k][i];
  const auto add_range = [&](Range range) {
    wrapped_ ? add<true>(p, range, sums) : add<false>(p, range, sums);
  };
  for (const Range& range : ranges) {
    if (i < range.first || i >= range.second) {
      add_range(range);
    } else {
      add_range({range.first, i});
      add_range({i + 1, range.second});
    }
  }
}

/// `sums`: of the cells up to `reach_` around.
template <int D>
double MetricGrid<D>::search_nearest(size_t i, const Cell& centre, Sums& sums) const {
  const int64_t last = *std::max_element(cells_.begin(), cells_.end());
  static thread_local std::vector<Range> ranges;
  for (int64_t shell = reach_; shell <= last; ++shell) {
    if (shell > reach_) {
      find_shell(centre, shell - 1, shell, ranges);
      add_around(i, ranges, sums);
    }
    const double safe = static_cast<double>(shell) * side_ * (1.0 - 1e-9);  // no boid outside is nearer
    if (sums.nearest_squared() < safe * safe) break;
  }
  return std::sqrt(sums.nearest_squared());
}

template <int D>
void MetricGrid<D>::measure_cell(size_t cell, Neighbourhoods& result) const {
  const size_t begin = starts_[cell], end = starts_[cell + 1];
  if (begin == end) return;
  const Cell centre = coordinates(cell);
  static thread_local std::vector<Range> ranges;
  find_shell(centre, -1, reach_, ranges);
  for (size_t i = begin; i < end; ++i) {
    Sums sums;
    add_around(i, ranges, sums);
    const double count = Sums::total(sums.count);
    double squared = 0.0;
    for (size_t k = 0; k < D; ++k) {
      const double sum = Sums::total(sums.unit[k]) + u_[k][i];
      squared += sum * sum;
    }
    result.count[i] = count;
    result.order[i] = std::sqrt(squared) / (count + 1.0);
    result.nearest[i] = count > 0.0 ? std::sqrt(sums.nearest_squared()) : search_nearest(i, centre, sums);
  }
}

template <int D>
Neighbourhoods MetricGrid<D>::measure() {
  Neighbourhoods result;
  result.count.resize(points_);
  result.nearest.resize(points_);
  result.order.resize(points_);
  const auto cells = static_cast<int64_t>(starts_.size()) - 1;
  pool_.parallel_for(cells, cells / (64 * pool_.size()) + 1, [&](int64_t begin, int64_t end) {
    for (int64_t cell = begin; cell < end; ++cell) measure_cell(static_cast<size_t>(cell), result);
  });
  count_clusters(result);
  return result;
}

template class MetricGrid<2>;
template class MetricGrid<3>;

}  // namespace murmur
