// Samples measures of the flock about twice a second: a separate thread measures a copy of the flock while the run goes on.
// Keeps the measures of the samples for curves over time and a CSV file. The caller makes the copies and tells the time.
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

/// Measures of one step, by the definitions of sim/measure/metrics.h. NaN: undefined, or not measured.
struct LiveMeasures {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  double step = 0.0, boids = 0.0;
  double polarisation = kNone, milling = kNone, neighbours_mean = kNone, nearest_mean = kNone;
  double clusters = kNone, largest_share = kNone, speed_mean = kNone;
};

/// A measure over time: its column, and how its curve is shown.
struct LiveCurve {
  const char *column, *label, *unit;
  double LiveMeasures::*value;
  double low, high;    ///< ends of the axis; high 0: as high as the values
  bool always = true;  ///< each sample has it; otherwise only where it is cheap: see MetricsSampler
};
constexpr std::array<LiveCurve, 6> kLiveCurves{{
    {"polarisation", "polarisation", "", &LiveMeasures::polarisation, 0.0, 1.0},
    {"neighbours_mean", "mean neighbours", "", &LiveMeasures::neighbours_mean, 0.0, 0.0},
    {"milling", "milling", "", &LiveMeasures::milling, -1.0, 1.0, false},
    {"nearest_mean", "nearest", "L", &LiveMeasures::nearest_mean, 0.0, 0.0, false},
    {"clusters", "clusters", "", &LiveMeasures::clusters, 0.0, 0.0, false},
    {"largest_share", "largest share", "", &LiveMeasures::largest_share, 0.0, 1.0, false},
}};

/// `step,boids,polarisation,...`, a line for each; what was not measured stays empty.
std::string live_measures_csv(const std::vector<LiveMeasures>& samples);

class MetricsSampler {
 public:
  /// `shapes`: also shape().
  explicit MetricsSampler(bool shapes = true);
  ~MetricsSampler();
  MetricsSampler(const MetricsSampler&) = delete;
  MetricsSampler& operator=(const MetricsSampler&) = delete;

  /// Takes the result of the thread. @returns whether a further copy should be made at `now` [s]; then one is awaited.
  bool wants_copy(double now);
  /// The copy that is awaited; another one is of a flock that is forgotten. `copy_seconds`: what it took: slow copies are made less often, so that they take less than 3 % of the time.
  void measure(State<float> state, Scenario scenario, double now, double copy_seconds);
  /// Whether a sample is due; a backend on a device makes it, without a copy: see take().
  bool due(double now) const;
  void take(const FlockSample& sample, double now);
  bool has_news() const;  ///< a sample that the next wants_copy() or collect() takes
  void collect();         ///< takes the result of the thread

  const FlockSample& latest() const { return latest_; }
  /// The range of speeds in the flock, without the slowest and the fastest 2 %, for colours; `top`: the maximum speed.
  std::optional<std::array<float, 2>> speeds_seen(float top) const;
  /// Oldest first; when they are too many, every other one goes. Milling, nearest, clusters and share only of flocks whose copy is
  /// measured in a blink, and not more often than takes 3 % of a thread's time.
  const std::vector<LiveMeasures>& samples() const { return samples_; }
  /// The last one, of the same flocks as milling, and for as much time; none yet: of no boids.
  const FlockShape& shape() const { return shape_; }
  void forget();  ///< deletes all samples, for a new flock
  /// Deletes the samples of later steps: the flock is at this step again.
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

  bool awaited_ = false;  // a copy
  double due_ = 0.0;
  int64_t flock_ = 0;  // number of flocks so far: samples of earlier ones are discarded
  FlockSample latest_;
  FlockShape shape_;
  std::vector<LiveMeasures> samples_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace murmur
