#include "sim/measure/turning_front.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "sim/measure/largest_cluster.h"
#include "sim/measure/sums.h"
#include "sim/util/slope.h"

namespace murmur {
namespace {

constexpr size_t kLeaderShare = 20;  // the share of leaders is 1 / kLeaderShare
constexpr size_t kClasses = 10;      // classes of distance with equal numbers of boids
constexpr size_t kEnoughClasses = 3;
constexpr size_t kSample = 4000;  // followers whose distances are computed

double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::infinity();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

std::array<std::pair<std::string_view, double>, 4> front_values(const FrontValues& values) {
  return {{{"reached", values.reached},
           {"exponent", values.exponent},
           {"speed", values.speed},
           {"polarisation", values.polarisation}}};
}

TurningFront::TurningFront(const State<float>& start, const Scenario& scenario,
                           const std::vector<double>& thresholds, ThreadPool& pool) {
  for (const double degrees : thresholds) cosines_.push_back(std::cos(degrees / 180.0 * std::numbers::pi));
  first_.assign(cosines_.size(), std::vector<double>(static_cast<size_t>(start.count()),
                                                     std::numeric_limits<double>::infinity()));
  if (start.count() == 0) return;
  start.dimensions == 3 ? begin<3>(start, scenario, pool) : begin<2>(start, scenario, pool);
}

template <int D>
void TurningFront::begin(const State<float>& start, const Scenario& scenario, ThreadPool& pool) {
  using Point = std::array<double, D>;
  const Cluster<D> cluster = largest_cluster<float, D>(start, scenario, pool);
  if (cluster.is_closed()) return;  // a closed cluster has no left side
  const std::vector<uint32_t>& ids = cluster.ids;
  for (const uint32_t i : ids)
    for (size_t k = 0; k < D; ++k)
      flight_[k] += static_cast<double>(start.velocity[size_t{i} * D + k]) / static_cast<double>(ids.size());
  const double level = length(Point{flight_[0], flight_[1]}), speed = length(flight_);
  if (!(level > 0.0)) return;  // a vertical flight has no left side
  side_ = {-flight_[1] / level * speed, flight_[0] / level * speed, 0.0};
  const auto left = [&](uint32_t m) {
    return cluster.positions[m][0] * side_[0] + cluster.positions[m][1] * side_[1];
  };
  std::vector<uint32_t> order(ids.size());  // indices within the cluster
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return left(a) > left(b); });
  const size_t count = std::max<size_t>(ids.size() / kLeaderShare, 1);
  std::vector<Point> places;
  for (size_t m = 0; m < count; ++m) {
    leaders_.push_back(ids[order[m]]);
    places.push_back(cluster.positions[order[m]]);
  }
  std::vector<uint32_t> others(order.begin() + static_cast<std::ptrdiff_t>(count), order.end());
  std::sort(others.begin(), others.end());
  const size_t every = (others.size() + kSample - 1) / kSample;
  for (size_t n = 0; n < others.size(); ++n) {
    followers_.push_back(ids[others[n]]);
    if (n % every != 0) continue;
    double nearest = std::numeric_limits<double>::infinity();
    for (const Point& p : places) {
      double sum = 0.0;
      for (size_t k = 0; k < D; ++k) sum += std::pow(p[k] - cluster.positions[others[n]][k], 2);
      nearest = std::min(nearest, sum);
    }
    sample_.emplace_back(std::sqrt(nearest), followers_.back());
  }
  std::sort(sample_.begin(), sample_.end());
}

void TurningFront::turn_leaders(State<float>& state, double turned) const {
  const auto axes = static_cast<size_t>(state.dimensions);
  std::array<double, 3> velocity;  // computed without sines, which differ between machines
  for (size_t k = 0; k < 3; ++k) velocity[k] = (1.0 - turned) * flight_[k] + turned * side_[k];
  const double longer = std::sqrt(inner(flight_, flight_) / inner(velocity, velocity));
  for (const uint32_t i : leaders_)
    for (size_t k = 0; k < axes && static_cast<int64_t>(i) < state.count(); ++k)
      state.velocity[i * axes + k] = static_cast<float>(velocity[k] * longer);
}

void TurningFront::compare_states(double time, const State<float>& without, const State<float>& with) {
  const auto axes = static_cast<size_t>(with.dimensions);
  HeadingSum<3> headings;
  const auto look_at = [&](uint32_t i) {
    if (static_cast<int64_t>(i) >= std::min(with.count(), without.count())) return;
    const auto v = row_of<3>(with.velocity, i, axes), w = row_of<3>(without.velocity, i, axes);
    const double speed_without = length(w);
    if (!(speed_without > 0.0)) return;
    const double speed = headings.add_unit_vector(v);
    if (!(speed > 0.0)) return;
    for (size_t t = 0; t < cosines_.size(); ++t)
      if (inner(v, w) <= cosines_[t] * speed * speed_without) first_[t][i] = std::min(first_[t][i], time);
  };
  for (const uint32_t i : leaders_) look_at(i);
  for (const uint32_t i : followers_) look_at(i);
  order_sum_ += headings.polarisation(static_cast<double>(leaders_.size() + followers_.size()));
  ++samples_;
}

FrontValues TurningFront::values(size_t threshold) const {
  FrontValues values;
  const std::vector<double>& first = first_[threshold];
  if (followers_.empty() || samples_ == 0) return values;
  values.polarisation = order_sum_ / static_cast<double>(samples_);
  size_t reached = 0;
  for (const uint32_t i : followers_) reached += std::isfinite(first[i]) ? 1 : 0;
  values.reached = static_cast<double>(reached) / static_cast<double>(followers_.size());
  std::vector<double> of_leaders;
  for (const uint32_t i : leaders_) of_leaders.push_back(first[i]);
  const double begin = median(of_leaders);
  std::vector<std::pair<double, double>> plain,
      logarithms;  // time and distance of the classes that the front reaches
  for (size_t c = 0; c < kClasses; ++c) {
    std::vector<double> times;
    double distance = 0.0;
    for (size_t m = c * sample_.size() / kClasses; m < (c + 1) * sample_.size() / kClasses; ++m) {
      times.push_back(first[sample_[m].second]);
      distance += sample_[m].first;
    }
    distance /= static_cast<double>(times.size());
    const double time = median(times) - begin;
    if (!(time > 0.0 && std::isfinite(time) && distance > 0.0)) continue;
    plain.emplace_back(time, distance);
    logarithms.emplace_back(std::log(time), std::log(distance));
  }
  if (plain.size() < kEnoughClasses) return values;
  values.exponent = slope_of(logarithms);
  values.speed = slope_of(plain);
  return values;
}

}  // namespace murmur
