#include "sim/measure/metrics.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "sim/measure/metric_grid.h"
#include "sim/measure/sums.h"
#include "sim/util/roots.h"

namespace murmur {

/// A state in float64, one array per axis.
template <class T, int D>
class MeasuredFlock {
 public:
  static constexpr size_t kAxes = D;
  using Point = std::array<double, D>;

  explicit MeasuredFlock(ThreadPool& pool) : pool_(pool), grid_(pool) {}

  void measure(const State<T>& state, const Scenario& scenario, const std::vector<T>* velocity_before,
               int64_t same_ids, Metrics& m) {
    take(state, scenario);
    const auto sums = summed<2 * kAxes + 1>(pool_, boids_, [this](size_t i) {
      Totals<2 * kAxes + 1> terms;
      for (size_t k = 0; k < kAxes; ++k) {
        terms[k] = unit_[k][i];
        terms[kAxes + k] = points_.axes[k][i];
      }
      terms[2 * kAxes] = speed_[i];
      return terms;
    });
    Point centre;
    HeadingSum<D> headings;
    std::copy_n(sums.begin(), kAxes, headings.sum.begin());
    for (size_t k = 0; k < kAxes; ++k)
      centre[k] = points_.world ? angular_mean(k) : sums[kAxes + k] / count();
    m.polarisation = headings.polarisation(count());
    m.speed_mean = sums[2 * kAxes] / count();
    spin(centre, m);
    if (velocity_before) m.delta_v_mean = delta_v_mean(state.velocity, *velocity_before, same_ids);
    grid_.place(points_, scenario.rules.radius);
    grid_.measure(unit_, near_);
    neighbourhoods(m);
    if (!m.species.empty() && !state.columns.species.empty())
      m.mixing = measure_species<D>(points_, unit_, speed_, state.columns.species, pool_, m.species);
  }

 private:
  double count() const { return static_cast<double>(boids_); }
  /// v divided by its length `norm`; 0 where the length is at most `least`.
  static Point unit(Point v, double norm, double least = 0.0) {
    const double scale = norm > least ? norm : std::numeric_limits<double>::infinity();
    for (double& x : v) x /= scale;
    return v;
  }

  void take(const State<T>& state, const Scenario& scenario) {
    boids_ = static_cast<size_t>(state.count());
    points_.take(state.position, scenario.world.size, scenario.world.repeats(), pool_);
    for (auto& axis : unit_) axis.resize(boids_);
    speed_.resize(boids_);
    pool_.parallel_for(static_cast<int64_t>(boids_), kBoidsOfSum, [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
        const Point v = row_of<D>(state.velocity, i);
        const double speed = speed_[i] = length(v);
        const Point u = unit(v, speed);
        for (size_t k = 0; k < kAxes; ++k) unit_[k][i] = u[k];
      }
    });
  }

  /// Mean of the positions on a periodic axis, computed as angles (Bai & Breen 2008). NaN where it is undefined, e.g.
  /// for a ring around the world, where the sum of directions is only rounding error.
  double angular_mean(size_t k) const {
    const double turn = 2.0 * std::numbers::pi / (*points_.world)[k];
    const auto sum = summed<2>(pool_, boids_, [&](size_t i) {
      const auto angle =
          static_cast<float>(points_.axes[k][i] * turn);  // errors of 1e-7 nearly cancel in the mean
      return Totals<2>{static_cast<double>(std::cos(angle)), static_cast<double>(std::sin(angle))};
    });
    const bool has_direction = length_of(sum[0], sum[1]) > 1e-6 * count();
    return has_direction ? std::atan2(sum[1], sum[0]) / turn : Metrics::kNone;
  }

  /// Computes milling around the centre and the deviation of speeds.
  void spin(const Point& centre, Metrics& m) const {
    // A boid at the centroid has no direction from it: rounding would give a random direction.
    const std::optional<Point>& world = points_.world;
    const double nowhere = world ? 1e-6 * *std::max_element(world->begin(), world->end()) : 0.0;
    const auto sums = summed<4>(pool_, boids_, [&](size_t i) {
      Point r = point_at(points_.axes, i);
      for (size_t k = 0; k < kAxes; ++k) {
        r[k] -= centre[k];
        if (world) r[k] -= (*world)[k] * std::round(r[k] / (*world)[k]);
        if (std::isnan(r[k])) r[k] = 0.0;
      }
      r = unit(r, length(r), nowhere);
      const Point u = point_at(unit_, i);
      const double squared = (speed_[i] - m.speed_mean) * (speed_[i] - m.speed_mean);
      if constexpr (D == 2) {
        return Totals<4>{squared, r[0] * u[1] - r[1] * u[0]};
      } else {
        return Totals<4>{squared, r[1] * u[2] - r[2] * u[1], r[2] * u[0] - r[0] * u[2],
                         r[0] * u[1] - r[1] * u[0]};
      }
    });
    m.speed_sd = std::sqrt(sums[0] / count());
    m.milling = (D == 2 ? sums[1] : length(Totals<3>{sums[1], sums[2], sums[3]})) / count();
  }

  void neighbourhoods(Metrics& m) {
    m.clusters = near_.clusters;
    m.largest_share = static_cast<double>(near_.largest) / count();
    const auto sums = summed<4>(pool_, boids_, [&](size_t i) {
      const double has = near_.count[i] > 0.0 ? 1.0 : 0.0;
      return Totals<4>{near_.nearest[i], near_.count[i], near_.order[i] * has, has};
    });
    if (boids_ > 1) m.nearest_mean = sums[0] / count();
    const double mean = m.neighbours_mean = sums[1] / count();
    if (sums[3] > 0.0) m.neighbourhood_polarisation = sums[2] / sums[3];
    if (mean > 0.0) {
      const auto squared = summed<1>(pool_, boids_, [&](size_t i) {
        return Totals<1>{(near_.count[i] - mean) * (near_.count[i] - mean)};
      });
      m.neighbours_cv = std::sqrt(squared[0] / count()) / mean;
    }
    std::vector<uint32_t> boids_with(boids_);
    for (const double n : near_.count) ++boids_with[static_cast<size_t>(n)];
    size_t p99 = 0, most = boids_ - 1;
    for (size_t up_to = boids_with[0]; up_to < (99 * boids_ + 99) / 100; up_to += boids_with[p99]) ++p99;
    while (boids_with[most] == 0) --most;
    m.neighbours_p99 = static_cast<double>(p99);
    m.neighbours_max = static_cast<int64_t>(most);
  }

  double delta_v_mean(const std::vector<T>& now, const std::vector<T>& before, int64_t same_ids) const {
    const size_t both = std::min({now.size() / kAxes, before.size() / kAxes, static_cast<size_t>(same_ids)});
    if (both == 0) return Metrics::kNone;
    const auto sum = summed<1>(pool_, both, [&](size_t i) {
      Point d;
      for (size_t k = 0; k < kAxes; ++k)
        d[k] = static_cast<double>(now[i * kAxes + k]) - static_cast<double>(before[i * kAxes + k]);
      return Totals<1>{length(d)};
    });
    return sum[0] / static_cast<double>(both);
  }

  ThreadPool& pool_;
  size_t boids_ = 0;
  Points<D> points_;
  typename Points<D>::Axes unit_;
  std::vector<double> speed_;
  MetricGrid<D> grid_;
  Neighbourhoods near_;
};

Metrics metrics_without_values(const Scenario& scenario) {
  Metrics metrics;
  for (const Scenario::Species& one : scenario.species) metrics.species.push_back({.name = one.name});
  return metrics;
}

template <class T>
struct FlockMeter<T>::Flocks {
  explicit Flocks(ThreadPool& pool) : in_2d(pool), in_3d(pool) {}
  MeasuredFlock<T, 2> in_2d;
  MeasuredFlock<T, 3> in_3d;
};

template <class T>
FlockMeter<T>::FlockMeter(ThreadPool& pool) : flocks_(std::make_unique<Flocks>(pool)) {}
template <class T>
FlockMeter<T>::~FlockMeter() = default;

template <class T>
Metrics FlockMeter<T>::measure(const State<T>& state, const Scenario& scenario,
                               const std::vector<T>* velocity_before, int64_t same_ids) {
  Metrics metrics = metrics_without_values(scenario);
  metrics.step = state.step;
  if (state.count() == 0) return metrics;
  check_measurable(state);
  state.dimensions == 3 ? flocks_->in_3d.measure(state, scenario, velocity_before, same_ids, metrics)
                        : flocks_->in_2d.measure(state, scenario, velocity_before, same_ids, metrics);
  return metrics;
}

template class FlockMeter<float>;
template class FlockMeter<double>;

std::string metrics_header(const Metrics& like) {
  std::string header = "step";
  each_metric(like, [&](const char* name, auto, bool) { header += fmt::format(",{}", name); });
  return header;
}

std::string metrics_row(const Metrics& metrics) {
  std::string row = fmt::format("{}", metrics.step);
  each_metric(metrics, [&](const char*, auto value, bool) {
    row += ',';
    if constexpr (std::is_integral_v<decltype(value)>) {
      row += fmt::format("{}", value);
    } else if (!std::isnan(value)) {
      row += fmt::format("{:.9g}", value);
    }
  });
  return row;
}

}  // namespace murmur
