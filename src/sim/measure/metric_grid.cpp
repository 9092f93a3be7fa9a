// The side of a cell is R / 2: 5 x 5 of them cover 6.25 R^2 instead of the 9 R^2 of cells of side R, and
// no two boids of one cell are R apart, which saves most of the work of finding clusters.
#include "sim/measure/metric_grid.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace murmur {
namespace {

constexpr size_t kPack = 4;
using Pack = double __attribute__((vector_size(kPack * sizeof(double))));  // vector types of gcc and clang
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

template <int D>
MetricGrid<D>::MetricGrid(const Axes& position, const Axes& unit, std::optional<std::array<double, D>> world,
                          double radius, ThreadPool& pool)
    : pool_(pool), boids_(position[0].size()), wrapped_(world.has_value()), radius_(radius) {
  if (world) size_ = *world;
  choose_cells(position);
  sort(position, unit);
}

template <int D>
void MetricGrid<D>::choose_cells(const Axes& position) {
  for (size_t k = 0; k < D && !wrapped_ && boids_ > 0; ++k) {
    const auto [low, high] = std::minmax_element(position[k].begin(), position[k].end());
    low_[k] = *low;
    size_[k] = *high - *low;
  }
  // A little over half of R, so that no rounding puts two boids within R three cells apart.
  double side = 0.5005 * radius_;
  const double limit = kCellsPerBoid * static_cast<double>(boids_) + 64.0;
  const auto cells_for = [&](double wanted) {
    double product = 1.0;
    for (size_t k = 0; k < D; ++k) {
      const double whole = std::clamp(std::floor(size_[k] / wanted), 1.0, limit);
      cells_[k] = static_cast<int64_t>(whole);
      product *= whole;
    }
    return product;
  };
  while (cells_for(side) > limit) side *= 1.25;
  side_ = kInfinity;
  double diagonal = 0.0;
  for (size_t k = 0; k < D; ++k) {
    const double length = size_[k] / static_cast<double>(cells_[k]);
    if (cells_[k] > 1) side_ = std::min(side_, length);
    diagonal += length * length;
  }
  reach_ = side_ > 1.001 * radius_ ? 1 : 2;
  cell_is_cluster_ = diagonal < 0.999 * radius_ * radius_;
}

template <int D>
size_t MetricGrid<D>::cell_of(const Axes& position, size_t boid) const {
  int64_t cell = 0;
  for (size_t k = D; k-- > 0;) {
    const double x =
        size_[k] > 0.0 ? (position[k][boid] - low_[k]) / size_[k] * static_cast<double>(cells_[k]) : 0.0;
    cell = cell * cells_[k] + std::clamp(static_cast<int64_t>(x), int64_t{0}, cells_[k] - 1);
  }
  return static_cast<size_t>(cell);
}

template <int D>
auto MetricGrid<D>::coordinates(size_t cell) const -> Cell {
  Cell at;
  for (size_t k = 0; k < D; ++k) {
    at[k] = static_cast<int64_t>(cell) % cells_[k];
    cell /= static_cast<size_t>(cells_[k]);
  }
  return at;
}

template <int D>
void MetricGrid<D>::sort(const Axes& position, const Axes& unit) {
  size_t cells = 1;
  for (const int64_t n : cells_) cells *= static_cast<size_t>(n);
  std::vector<uint32_t> cell(boids_);
  std::vector<uint32_t>& place = places_;
  place.resize(boids_);
  pool_.parallel_for(static_cast<int64_t>(boids_), 8192, [&](int64_t begin, int64_t end) {
    for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i)
      cell[i] = static_cast<uint32_t>(cell_of(position, i));
  });
  starts_.assign(cells + 1, 0);
  for (const uint32_t c : cell) ++starts_[c + 1];
  for (size_t c = 0; c < cells; ++c) starts_[c + 1] += starts_[c];
  for (size_t i = 0; i < boids_; ++i) place[i] = starts_[cell[i]]++;
  for (size_t c = cells; c > 0; --c) starts_[c] = starts_[c - 1];
  starts_[0] = 0;
  for (size_t k = 0; k < D; ++k) {
    p_[k].resize(boids_ + kPack);
    u_[k].resize(boids_ + kPack);
  }
  pool_.parallel_for(static_cast<int64_t>(boids_), 8192, [&](int64_t begin, int64_t end) {
    for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
      for (size_t k = 0; k < D; ++k) {
        p_[k][place[i]] = position[k][i];
        u_[k][place[i]] = unit[k][i];
      }
    }
  });
}

// On a periodic axis the offsets run over each cell once: from -(n - 1) / 2 to n / 2.
template <int D>
int64_t MetricGrid<D>::lowest_offset(size_t axis, int64_t at, int64_t reach) const {
  return std::max(-reach, wrapped_ ? -(cells_[axis] - 1) / 2 : -at);
}
template <int D>
int64_t MetricGrid<D>::highest_offset(size_t axis, int64_t at, int64_t reach) const {
  return std::min(reach, wrapped_ ? cells_[axis] / 2 : cells_[axis] - 1 - at);
}

template <int D>
void MetricGrid<D>::find_run(const Cell& centre, size_t row, int64_t from, int64_t to,
                             std::vector<Range>& ranges) const {
  if (from > to) return;
  const int64_t n = cells_[0], first = (centre[0] + from + n) % n, length = to - from + 1;
  const auto add_cells = [&](int64_t begin, int64_t end) {
    const Range range(starts_[row + static_cast<size_t>(begin)], starts_[row + static_cast<size_t>(end)]);
    if (range.first < range.second) ranges.push_back(range);
  };
  add_cells(first, std::min(first + length, n));
  if (first + length > n) add_cells(0, first + length - n);
}

template <int D>
void MetricGrid<D>::find_shell(const Cell& centre, int64_t inner, int64_t outer,
                               std::vector<Range>& ranges) const {
  ranges.clear();
  const int64_t left = lowest_offset(0, centre[0], outer), right = highest_offset(0, centre[0], outer);
  const auto find_in_row = [&](size_t row, int64_t offset) {
    const size_t first = row * static_cast<size_t>(cells_[0]);
    if (offset > inner) {
      find_run(centre, first, left, right, ranges);
    } else {
      find_run(centre, first, left, std::min(right, -inner - 1), ranges);
      find_run(centre, first, std::max(left, inner + 1), right, ranges);
    }
  };
  for_rows_around(centre, outer, find_in_row);
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

template <int D>
double MetricGrid<D>::search_nearest(size_t i, const Cell& centre) const {
  const int64_t last = *std::max_element(cells_.begin(), cells_.end());
  std::vector<Range> ranges;
  Sums sums;
  for (int64_t shell = 0; shell <= last; ++shell) {
    find_shell(centre, shell - 1, shell, ranges);
    add_around(i, ranges, sums);
    const double safe = static_cast<double>(shell) * side_ * (1.0 - 1e-9);  // no boid outside is nearer
    if (shell > 0 && sums.nearest_squared() < safe * safe) break;
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
    result.nearest[i] = count > 0.0 ? std::sqrt(sums.nearest_squared()) : search_nearest(i, centre);
  }
}

template <int D>
Neighbourhoods MetricGrid<D>::measure() {
  Neighbourhoods result;
  result.count.resize(boids_);
  result.nearest.resize(boids_);
  result.order.resize(boids_);
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
