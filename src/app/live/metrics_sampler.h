// Samples measures of the flock about twice a second: a separate thread measures a copy of the flock while the run
// goes on. Keeps the samples for curves over time and for a CSV file. The caller makes the copies and passes the
// time.
#pragma once

#include <array>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "sim/measure/flock_sample.h"
#include "sim/measure/flock_shape.h"
#include "sim/scenario/scenario.h"
#include "sim/util/condition.h"

namespace murmur {

/// Measures of one step, as sim/measure/metrics.h defines them. NaN: undefined, or not measured.
struct LiveMeasures {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  double step = 0.0, boids = 0.0;
  double polarisation = kNone, milling = kNone, neighbours_mean = kNone, nearest_mean = kNone;
  double clusters = kNone, largest_share = kNone, speed_mean = kNone;
};

/// A measure over time: its column, and the axis of its curve.
struct LiveCurve {
  const char *column, *label, *unit;
  double LiveMeasures::*value;
  double low, high;    ///< ends of the axis; high 0: the largest value
  bool always = true;  ///< every sample has it; false: only cheap samples, see MetricsSampler
};
constexpr std::array<LiveCurve, 6> kLiveCurves{{
    {"polarisation", "polarisation", "", &LiveMeasures::polarisation, 0.0, 1.0},
    {"neighbours_mean", "mean neighbours", "", &LiveMeasures::neighbours_mean, 0.0, 0.0},
    {"milling", "milling", "", &LiveMeasures::milling, -1.0, 1.0, false},
    {"nearest_mean", "nearest", "L", &LiveMeasures::nearest_mean, 0.0, 0.0, false},
    {"clusters", "clusters", "", &LiveMeasures::clusters, 0.0, 0.0, false},
    {"largest_share", "largest share", "", &LiveMeasures::largest_share, 0.0, 1.0, false},
}};

/// CSV of samples, `step,boids,polarisation,...`; cells that were not measured are empty.
std::string live_measures_csv(const std::vector<LiveMeasures>& samples);

class MetricsSampler {
 public:
  /// `shapes`: also measures shape().
  explicit MetricsSampler(bool shapes = true);
  ~MetricsSampler();
  MetricsSampler(const MetricsSampler&) = delete;
  MetricsSampler& operator=(const MetricsSampler&) = delete;

  /// Takes the result of the thread. @returns whether the caller should make a copy at `now` [s] and pass it to measure().
  bool wants_copy(double now);
  /// Measures the copy that wants_copy() asked for, unless forget() was called since. `copy_seconds`: time of the
  /// copy; slow copies are made less often, so that they take less than 3 % of the time.
  void measure(State<float> state, Scenario scenario, double now, double copy_seconds);
  /// Whether a sample is due. A backend on a device makes samples without a copy: see take().
  bool due(double now) const;
  void take(const FlockSample& sample, double now);
  bool has_news() const;  ///< a sample waits for the next wants_copy() or collect()
  void collect();         ///< takes the result of the thread

  const FlockSample& latest() const { return latest_; }
  /// The range of speeds in the flock, without the slowest and the fastest 2 %, for colours. `top`: the maximum speed.
  std::optional<std::array<float, 2>> speeds_seen(float top) const;
  /// All samples, oldest first; when there are too many, every second one is dropped. Milling, nearest, clusters and
  /// share are measured only for small flocks, and take at most 3 % of a thread's time.
  const std::vector<LiveMeasures>& samples() const { return samples_; }
  /// The last measured shape. Measured for the same small flocks as milling; before the first one: of no boids.
  const FlockShape& shape() const { return shape_; }
  void forget();  ///< deletes all samples, for a new flock
  /// Deletes the samples of later steps, because the flock is at an earlier step again.
  void forget_after(int64_t step);

 private:
  struct Task {
    State<float> state;
    Scenario scenario;
    int64_t flock = 0;
  };
  struct Found {
    FlockSample sample;
    LiveMeasures measures;
    std::optional<FlockShape> shape;
    int64_t flock = 0;
  };
  void work();
  void note(const FlockSample& sample, const LiveMeasures& measures);

  const bool shapes_;
  mutable std::mutex mutex_;
  Condition wake_;
  std::optional<Task> task_;
  std::optional<Found> found_;
  bool busy_ = false, stop_ = false;

  bool awaited_ = false;  // wants_copy() has asked for a copy
  double due_ = 0.0;
  int64_t flock_ = 0;  // number of flocks so far; samples of earlier ones are dropped
  FlockSample latest_;
  FlockShape shape_;
  std::vector<LiveMeasures> samples_;
  std::thread thread_;  // declared last, because the thread uses the other members
};

}  // namespace murmur
