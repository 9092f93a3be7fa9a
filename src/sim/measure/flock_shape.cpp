#include "sim/measure/flock_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include <fmt/format.h>

#include "base/random.h"
#include "sim/measure/largest_cluster.h"
#include "sim/measure/opacity.h"
#include "sim/measure/point_grid.h"
#include "sim/measure/sums.h"
#include "sim/measure/symmetric_axes.h"
#include "sim/util/roots.h"

namespace murmur {
namespace {

constexpr size_t kNeighbours = 7;       // number of nearest neighbours for the anisotropy
constexpr uint32_t kPairSample = 4000;  // boids in the sample whose pairs are correlated
constexpr int kDistances = 100;         // classes of distance between 0 and L
constexpr double kEnoughPairs = 400.0;  // least number of pairs in a class
constexpr int kClouds = 4;
constexpr size_t kMostUniform = 100000;  // points of the uniform cloud for comparison of the edge

template <int D>
class ShapedFlock {
 public:
  using Point = std::array<double, D>;

  /// `core`: diameter of a boid; 0: unknown.
  ShapedFlock(ThreadPool& pool, double core, std::vector<Point> positions, std::vector<Point> velocities)
      : pool_(pool), core_(core), p_(std::move(positions)), v_(std::move(velocities)) {}

  void measure(FlockShape& shape) {
    measure_flight(shape);
    if (shape.closes > 0.0) return;
    measure_opacity(shape);
    if (p_.size() < 2 * kNeighbours) return;
    measure_axes(shape);
    measure_nearest(shape);
    measure_correlations(shape);
  }

 private:
  double count() const { return static_cast<double>(p_.size()); }
  static Point minus(const Point& a, const Point& b) {
    Point d;
    for (size_t k = 0; k < D; ++k) d[k] = a[k] - b[k];
    return d;
  }

  void measure_flight(FlockShape& shape) {
    HeadingSum<D> headings;
    double speeds = 0.0, squares = 0.0;
    for (const Point& v : v_) {
      speeds += headings.add_unit_vector(v);
      for (size_t k = 0; k < D; ++k) flight_[k] += v[k];
    }
    for (double& x : flight_) x /= count();
    shape.speed_mean = speeds / count();
    for (const Point& v : v_) squares += std::pow(length(v) - shape.speed_mean, 2);
    shape.speed_sd = std::sqrt(squares / count());
    shape.polarisation = headings.polarisation(count());
    const double speed = length(flight_);
    if (speed > 0.0) shape.flight_vertical = std::fabs(flight_[D - 1]) / speed;
  }

  void measure_opacity(FlockShape& shape) {
    if constexpr (D == 3) {
      if (!(core_ > 0.0)) return;
      const auto seen_in = [&](const auto& plane) {
        std::vector<PlanePoint> points;
        points.reserve(p_.size());
        for (const Point& p : p_) points.push_back(plane(p));
        return opacity_of(std::move(points), core_ / 2.0, pool_);
      };
      shape.opacity_below = seen_in([](const Point& p) { return PlanePoint{p[0], p[1]}; });
      const double level = length_of(flight_[0], flight_[1]);
      if (!(level > 0.0)) return;
      shape.opacity_side = seen_in([&](const Point& p) {
        return PlanePoint{(p[0] * flight_[0] + p[1] * flight_[1]) / level, p[2]};
      });
    }
  }

  /// Axes of the uniform ellipsoid with the same second moments: the squared semi-axis is D + 2 times the variance.
  void measure_axes(FlockShape& shape) {
    for (const Point& p : p_)
      for (size_t k = 0; k < D; ++k) centre_[k] += p[k] / count();
    Square<D> moments{};
    for (const Point& p : p_) {
      const Point d = minus(p, centre_);
      for (size_t k = 0; k < D; ++k)
        for (size_t m = 0; m < D; ++m) moments[k][m] += d[k] * d[m] / count();
    }
    axes_ = symmetric_axes<D>(moments);
    double volume = D == 3 ? 4.0 / 3.0 * std::numbers::pi : std::numbers::pi;
    for (size_t k = 0; k < D; ++k) {
      const double half = std::sqrt((D + 2) * std::max(axes_[k].value, 0.0));
      shape.axes[k] = 2.0 * half;
      volume *= half;
    }
    if (shape.axes[0] > 0.0) {
      shape.ratio_21 = shape.axes[1] / shape.axes[0];
      if (D == 3) shape.ratio_31 = shape.axes[2] / shape.axes[0];
    }
    shape.axis_vertical = std::fabs(axes_[0].direction[D - 1]);
    if (volume > 0.0) shape.density = count() / volume;
  }

  /// Indices of the points, sorted by distance from the centre in units of the axes.
  std::vector<uint32_t> from_the_middle(const std::vector<Point>& points) const {
    std::vector<double> depth;
    for (const Point& p : points) {
      const Point d = minus(p, centre_);
      double sum = 0.0;
      for (size_t k = 0; k < D; ++k) {
        const double x = inner(d, axes_[k].direction);
        sum += axes_[k].value > 0.0 ? x * x / axes_[k].value : 0.0;
      }
      depth.push_back(sum);
    }
    std::vector<uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return depth[a] < depth[b]; });
    return order;
  }

  void measure_nearest(FlockShape& shape) {
    std::vector<double> nearest(p_.size());
    std::vector<std::array<Point, 2>> to(p_.size());  // directions to the first and the last neighbour
    each_nearest(Points<D>(p_, std::nullopt), kNeighbours, pool_, [&](uint32_t i, const auto& found) {
      nearest[i] = std::sqrt(found.front().first);
      for (const size_t which : {size_t{0}, size_t{1}}) {
        const auto& [square, j] = which == 0 ? found.front() : found.back();
        const Point d = minus(p_[j], p_[i]);
        for (size_t k = 0; k < D; ++k) to[i][which][k] = square > 0.0 ? d[k] / std::sqrt(square) : 0.0;
      }
    });
    shape.nearest = std::accumulate(nearest.begin(), nearest.end(), 0.0) / count();
    shape.scaled_nearest = shape.nearest * std::pow(shape.density, 1.0 / D);
    const std::vector<uint32_t> order = from_the_middle(p_);
    shape.edge = edge_of(nearest, order);
    shape.edge_uniform = edge_of_uniform();
    if (D == 3) {
      shape.anisotropy_1 = anisotropy(to, order, 0);
      shape.anisotropy_7 = anisotropy(to, order, 1);
    }
  }

  /// Median nearest distance of the outer tenth of the boids, divided by that of the inner half.
  static double edge_of(const std::vector<double>& nearest, const std::vector<uint32_t>& order) {
    const auto median = [&](size_t first, size_t last) {
      std::vector<double> part;
      for (size_t m = first; m < last; ++m) part.push_back(nearest[order[m]]);
      std::nth_element(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2), part.end());
      return part[part.size() / 2];
    };
    const size_t n = order.size(), outer = std::max<size_t>(n / 10, 1);
    const double middle = median(0, n / 2);
    return middle > 0.0 ? median(n - outer, n) / middle : FlockShape::kNone;
  }

  /// The edge value of a uniform ellipsoid: the mean of several clouds of as many points, at most 100,000. Equal for
  /// all flocks of one size.
  double edge_of_uniform() {
    double sum = 0.0;
    for (uint64_t cloud = 0; cloud < kClouds; ++cloud) sum += edge_of_cloud(cloud);
    return sum / kClouds;
  }
  double edge_of_cloud(uint64_t cloud) {
    std::vector<Point> points(std::min(p_.size(), kMostUniform));
    for (uint32_t i = 0; i < points.size(); ++i) {
      const Vec<float, D> x = Random(cloud, Stream::kPosition, i, 0).template in_unit_ball<D>();
      points[i] = centre_;
      for (size_t a = 0; a < D; ++a) {
        const double length = std::sqrt((D + 2) * std::max(axes_[a].value, 0.0));
        for (size_t k = 0; k < D; ++k)
          points[i][k] += static_cast<double>(x[static_cast<int>(a)]) * length * axes_[a].direction[k];
      }
    }
    std::vector<double> nearest(points.size());
    each_nearest(Points<D>(points, std::nullopt), 1, pool_,
                 [&](uint32_t i, const auto& found) { nearest[i] = std::sqrt(found.front().first); });
    return edge_of(nearest, from_the_middle(points));
  }

  /// The squared cosine (W . V)^2: W is the direction that neighbours of the inner half avoid most, V the direction of flight.
  double anisotropy(const std::vector<std::array<Point, 2>>& to, const std::vector<uint32_t>& order,
                    size_t which) const {
    Square<D> projection{};
    for (size_t m = 0; m < order.size() / 2; ++m) {
      const Point& u = to[order[m]][which];
      for (size_t k = 0; k < D; ++k)
        for (size_t l = 0; l < D; ++l) projection[k][l] += u[k] * u[l];
    }
    const double square = inner(flight_, flight_);
    const double along = inner(symmetric_axes<D>(projection)[0].direction, flight_);
    return square > 0.0 ? along * along / square : FlockShape::kNone;
  }

  /// Finds the distances at which the correlations of two boids' deviations from the mean velocity, and from the mean
  /// speed, first reach 0.
  void measure_correlations(FlockShape& shape) {
    const size_t every = (p_.size() + kPairSample - 1) / kPairSample;
    std::vector<Point> p, dv;
    std::vector<double> ds;
    for (size_t i = 0; i < p_.size(); i += every) {
      p.push_back(p_[i]);
      dv.push_back(minus(v_[i], flight_));
      ds.push_back(length(v_[i]) - shape.speed_mean);
    }
    double longest = 0.0;
    for_pairs(p, [&](size_t, size_t, double square) { longest = std::max(longest, square); });
    shape.size = std::sqrt(longest);
    if (!(shape.size > 0.0)) return;
    std::array<double, kDistances> pairs{}, distances{}, velocities{}, speeds{};
    for_pairs(p, [&](size_t i, size_t j, double square) {
      const double distance = std::sqrt(square);
      const auto bin = static_cast<size_t>(std::min(distance / shape.size * kDistances, kDistances - 1.0));
      pairs[bin] += 1.0;
      distances[bin] += distance;
      velocities[bin] += inner(dv[i], dv[j]);
      speeds[bin] += ds[i] * ds[j];
    });
    // Classes with too few pairs are merged with the next ones.
    const double all = static_cast<double>(p.size()) * static_cast<double>(p.size() - 1) / 2.0;
    const double enough = std::clamp(all / kDistances, 1.0, kEnoughPairs);
    const auto first_zero = [&](const std::array<double, kDistances>& sums) {
      double before = FlockShape::kNone, at_before = 0.0, n = 0.0, distance = 0.0, sum = 0.0;
      for (size_t bin = 0; bin < kDistances; ++bin) {
        n += pairs[bin];
        distance += distances[bin];
        sum += sums[bin];
        if (n < enough) continue;
        const double at = distance / n, value = sum / n;
        if (value <= 0.0)
          return before > 0.0 ? at_before + (at - at_before) * before / (before - value) : FlockShape::kNone;
        before = value;
        at_before = at;
        n = distance = sum = 0.0;
      }
      return FlockShape::kNone;
    };
    shape.velocity_reach = first_zero(velocities);
    shape.speed_reach = first_zero(speeds);
  }

  template <class Use>
  static void for_pairs(const std::vector<Point>& p, const Use& use) {
    for (size_t i = 0; i < p.size(); ++i)
      for (size_t j = i + 1; j < p.size(); ++j) {
        const Point d = minus(p[j], p[i]);
        use(i, j, inner(d, d));
      }
  }

  ThreadPool& pool_;
  double core_;
  std::vector<Point> p_, v_;
  Point centre_{}, flight_{};
  std::array<Axis<D>, D> axes_{};
};

template <class T, int D>
FlockShape measure_cluster(const State<T>& state, const Scenario& scenario, ThreadPool& pool) {
  Cluster<D> cluster = largest_cluster<T, D>(state, scenario, pool);
  std::vector<std::array<double, D>> v;
  for (const uint32_t id : cluster.ids) v.push_back(row_of<D>(state.velocity, id));
  FlockShape shape;
  shape.boids = static_cast<int64_t>(v.size());
  shape.largest_share = static_cast<double>(v.size()) / static_cast<double>(state.count());
  shape.closes = static_cast<double>(std::ranges::count(cluster.closes, true));
  ShapedFlock<D>(pool, scenario.rules.separation.core, std::move(cluster.positions), std::move(v))
      .measure(shape);
  return shape;
}

}  // namespace

template <class T>
FlockShape measure_shape(const State<T>& state, const Scenario& scenario, ThreadPool& pool) {
  FlockShape shape;
  if (state.count() > 0)
    shape = state.dimensions == 3 ? measure_cluster<T, 3>(state, scenario, pool)
                                  : measure_cluster<T, 2>(state, scenario, pool);
  shape.step = state.step;
  return shape;
}
template FlockShape measure_shape(const State<float>&, const Scenario&, ThreadPool&);
template FlockShape measure_shape(const State<double>&, const Scenario&, ThreadPool&);

std::vector<std::pair<std::string_view, double>> shape_values(const FlockShape& s) {
  return {{"largest_share", s.largest_share},
          {"polarisation", s.polarisation},
          {"speed_mean", s.speed_mean},
          {"speed_sd", s.speed_sd},
          {"speed_spread", s.speed_sd / s.speed_mean},
          {"axis_1", s.axes[0]},
          {"axis_2", s.axes[1]},
          {"axis_3", s.axes[2]},
          {"ratio_21", s.ratio_21},
          {"ratio_31", s.ratio_31},
          {"axis_vertical", s.axis_vertical},
          {"flight_vertical", s.flight_vertical},
          {"nearest", s.nearest},
          {"density", s.density},
          {"scaled_nearest", s.scaled_nearest},
          {"edge", s.edge},
          {"edge_uniform", s.edge_uniform},
          {"anisotropy_1", s.anisotropy_1},
          {"anisotropy_7", s.anisotropy_7},
          {"size", s.size},
          {"velocity_reach", s.velocity_reach},
          {"speed_reach", s.speed_reach},
          {"velocity_scale", s.velocity_reach / s.size},
          {"speed_scale", s.speed_reach / s.size},
          {"opacity_side", s.opacity_side},
          {"opacity_below", s.opacity_below},
          {"closes", s.closes}};
}

std::string shape_header() {
  std::string text = "step,boids";
  for (const auto& [name, value] : shape_values({})) text += fmt::format(",{}", name);
  return text;
}

std::string shape_row(const FlockShape& shape) {
  std::string text = fmt::format("{},{}", shape.step, shape.boids);
  for (const auto& [name, value] : shape_values(shape))
    text += std::isnan(value) ? "," : fmt::format(",{:.9g}", value);
  return text;
}

}  // namespace murmur
