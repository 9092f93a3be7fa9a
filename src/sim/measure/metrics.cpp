#include "sim/measure/metrics.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>
#include <type_traits>

#include <fmt/format.h>

#include "sim/measure/metric_grid.h"
#include "sim/measure/sums.h"

namespace murmur {
namespace {

double mean_of(ThreadPool& pool, const std::vector<double>& values) {
  const auto sum = summed<1>(pool, values.size(), [&](size_t i) { return Totals<1>{values[i]}; });
  return sum[0] / static_cast<double>(values.size());
}

double deviation(ThreadPool& pool, const std::vector<double>& values, double mean) {
  const auto sum = summed<1>(pool, values.size(),
                             [&](size_t i) { return Totals<1>{(values[i] - mean) * (values[i] - mean)}; });
  return std::sqrt(sum[0] / static_cast<double>(values.size()));
}

template <size_t D>
double length(const std::array<double, D>& v) {
  double squared = 0.0;
  for (const double x : v) squared += x * x;
  return std::sqrt(squared);
}

/// A state in float64, one array per axis.
template <class T, int D>
class MeasuredFlock {
 public:
  static constexpr size_t kAxes = D;
  using Point = std::array<double, D>;

  MeasuredFlock(const State<T>& state, const Scenario& scenario, ThreadPool& pool)
      : pool_(pool), boids_(static_cast<size_t>(state.count())) {
    if (scenario.world.repeats()) {
      world_.emplace();
      std::copy_n(scenario.world.size.begin(), kAxes, world_->begin());
    }
    for (size_t k = 0; k < kAxes; ++k) {
      position_[k].resize(boids_);
      unit_[k].resize(boids_);
    }
    speed_.resize(boids_);
    pool.parallel_for(static_cast<int64_t>(boids_), kBoidsOfSum, [&](int64_t begin, int64_t end) {
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) take(state, i);
    });
  }

  void measure(const State<T>& state, double radius, const std::vector<T>* velocity_before, int64_t same_ids,
               Metrics& m) {
    const auto heading = summed<kAxes>(pool_, boids_, [this](size_t i) { return at(unit_, i); });
    m.polarisation = length(heading) / count();
    m.milling = milling();
    m.speed_mean = mean_of(pool_, speed_);
    m.speed_sd = deviation(pool_, speed_, m.speed_mean);
    if (velocity_before) m.delta_v_mean = delta_v_mean(state.velocity, *velocity_before, same_ids);
    Neighbourhoods near = MetricGrid<D>(position_, unit_, world_, radius, pool_).measure();
    m.clusters = near.clusters;
    m.largest_share = static_cast<double>(near.largest) / count();
    if (boids_ > 1) m.nearest_mean = mean_of(pool_, near.nearest);
    const auto social = summed<2>(pool_, boids_, [&](size_t i) {
      return near.count[i] > 0.0 ? Totals<2>{near.order[i], 1.0} : Totals<2>{};
    });
    if (social[1] > 0.0) m.neighbourhood_polarisation = social[0] / social[1];
    m.neighbours_mean = mean_of(pool_, near.count);
    if (m.neighbours_mean > 0.0)
      m.neighbours_cv = deviation(pool_, near.count, m.neighbours_mean) / m.neighbours_mean;
    const auto rank = static_cast<std::ptrdiff_t>((99 * boids_ + 99) / 100) - 1;  // ceil(0.99 N), from 1
    const auto p99 = near.count.begin() + rank;
    std::nth_element(near.count.begin(), p99, near.count.end());
    m.neighbours_p99 = *p99;
    m.neighbours_max = static_cast<int64_t>(*std::max_element(p99, near.count.end()));
    if (!m.species.empty() && !state.columns.species.empty())
      m.mixing =
          measure_species<D>(position_, unit_, speed_, state.columns.species, world_, pool_, m.species);
  }

 private:
  using Axes = typename MetricGrid<D>::Axes;

  double count() const { return static_cast<double>(boids_); }
  static Point at(const Axes& values, size_t i) {
    Point point;
    for (size_t k = 0; k < kAxes; ++k) point[k] = values[k][i];
    return point;
  }
  static Point unit(Point v) {
    const double norm = length(v);
    for (double& x : v) x = norm > 0.0 ? x / norm : 0.0;
    return v;
  }

  void take(const State<T>& state, size_t i) {
    Point v;
    for (size_t k = 0; k < kAxes; ++k) {
      v[k] = static_cast<double>(state.velocity[i * kAxes + k]);
      double p = static_cast<double>(state.position[i * kAxes + k]);
      if (world_) p = wrapped_coordinate(p, (*world_)[k]);
      position_[k][i] = p;
    }
    speed_[i] = length(v);
    const Point u = unit(v);
    for (size_t k = 0; k < kAxes; ++k) unit_[k][i] = u[k];
  }

  /// On a periodic axis the direction of the mean of the positions as angles (Bai & Breen 2008); NaN where they have none, as those
  /// of a ring around the world: what is left of their sum is rounding.
  Point centroid() const {
    Point centre;
    for (size_t k = 0; k < kAxes; ++k) {
      if (!world_) {
        centre[k] = mean_of(pool_, position_[k]);
        continue;
      }
      const double turn = 2.0 * std::numbers::pi / (*world_)[k];
      const auto sum = summed<2>(pool_, boids_, [&](size_t i) {
        const auto angle =
            static_cast<float>(position_[k][i] * turn);  // an error of 1e-7 each is much less in the mean
        return Totals<2>{static_cast<double>(std::cos(angle)), static_cast<double>(std::sin(angle))};
      });
      const bool has_direction = std::hypot(sum[0], sum[1]) > 1e-6 * count();
      centre[k] = has_direction ? std::atan2(sum[1], sum[0]) / turn : Metrics::kNone;
    }
    return centre;
  }

  double milling() const {
    const Point centre = centroid();
    // A boid at the centroid has no direction from it; rounding would give it a random one.
    const double nowhere = world_ ? 1e-6 * *std::max_element(world_->begin(), world_->end()) : 0.0;
    const auto spin =
        summed < D == 2 ? 1 : 3 > (pool_, boids_, [&](size_t i) {
                                Point r = at(position_, i);
                                for (size_t k = 0; k < kAxes; ++k) {
                                  r[k] -= centre[k];
                                  if (world_) r[k] -= (*world_)[k] * std::round(r[k] / (*world_)[k]);
                                  if (std::isnan(r[k])) r[k] = 0.0;
                                }
                                r = length(r) > nowhere ? unit(r) : Point{};
                                const Point u = at(unit_, i);
                                if constexpr (D == 2) {
                                  return Totals<1>{r[0] * u[1] - r[1] * u[0]};
                                } else {
                                  return Totals<3>{r[1] * u[2] - r[2] * u[1], r[2] * u[0] - r[0] * u[2],
                                                   r[0] * u[1] - r[1] * u[0]};
                                }
                              });
    return (D == 2 ? spin[0] : length(spin)) / count();
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
  size_t boids_;
  std::optional<Point> world_;  // the periodic world's size
  Axes position_, unit_;
  std::vector<double> speed_;
};

}  // namespace

Metrics metrics_without_values(const Scenario& scenario) {
  Metrics metrics;
  if (scenario.species.size() < 2) return metrics;
  for (const Scenario::Species& one : scenario.species) metrics.species.push_back({.name = one.name});
  return metrics;
}

template <class T>
Metrics measure(const State<T>& state, const Scenario& scenario, ThreadPool& pool,
                const std::vector<T>* velocity_before, int64_t same_ids) {
  Metrics metrics = metrics_without_values(scenario);
  metrics.step = state.step;
  if (state.count() == 0) return metrics;
  check_measurable(state);
  const auto fill = [&](auto flock) {
    flock.measure(state, scenario.rules.radius, velocity_before, same_ids, metrics);
  };
  if (state.dimensions == 3) {
    fill(MeasuredFlock<T, 3>(state, scenario, pool));
  } else {
    fill(MeasuredFlock<T, 2>(state, scenario, pool));
  }
  return metrics;
}

template Metrics measure(const State<float>&, const Scenario&, ThreadPool&, const std::vector<float>*,
                         int64_t);
template Metrics measure(const State<double>&, const Scenario&, ThreadPool&, const std::vector<double>*,
                         int64_t);

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
