// Samples measures of the flock about twice a second: a separate thread measures a copy of the flock while the run goes on.
// Keeps the samples for curves over time. The caller makes the copies and tells the time.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "sim/measure/flock_sample.h"
#include "sim/scenario/scenario.h"

namespace murmur {

class MetricsSampler {
 public:
  MetricsSampler();
  ~MetricsSampler();
  MetricsSampler(const MetricsSampler&) = delete;
  MetricsSampler& operator=(const MetricsSampler&) = delete;

  /// Takes the result of the thread. @returns whether a further copy should be made at `now` [s]; then one is awaited.
  bool wants_copy(double now);
  /// The copy that is awaited; another one is of a flock that is forgotten. `copying` [s]: what it took: slow copies are made less often, so that they take less than 3 % of the time.
  void measure(State<float> state, Scenario scenario, double now, double copying);
  /// Whether a sample is due; a backend on a device makes it, without a copy: see take().
  bool due(double now) const;
  void take(const FlockSample& sample, double now);
  bool has_news() const;  ///< a sample that the next wants_copy() or collect() takes
  void collect();         ///< takes the result of the thread

  const FlockSample& latest() const { return latest_; }
  const std::vector<double>& polarisation() const { return polarisation_; }  ///< oldest first
  const std::vector<double>& neighbours() const { return neighbours_; }
  void forget();  ///< deletes all samples, for a new flock

 private:
  struct Task {
    State<float> state;
    Scenario scenario;
    int64_t flock = 0;
  };
  void work();
  void note(const FlockSample& sample);

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Task> task_;
  std::optional<std::pair<FlockSample, int64_t>> found_;
  bool busy_ = false, stop_ = false;

  bool awaited_ = false;  // a copy
  double due_ = 0.0;
  int64_t flock_ = 0;  // number of flocks so far: samples of earlier ones are discarded
  FlockSample latest_;
  std::vector<double> polarisation_, neighbours_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace murmur
