// Samples measures of the flock about twice a second: a separate thread samples a copy of the state while the
// run continues. Keeps the samples for curves over time.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "sim/measure/flock_sample.h"
#include "sim/run/simulation.h"

namespace murmur {

class FlockPulse {
 public:
  FlockPulse();
  ~FlockPulse();
  FlockPulse(const FlockPulse&) = delete;
  FlockPulse& operator=(const FlockPulse&) = delete;

  /// Once per frame: copies the state when it is due, and takes the results of the thread. `clock` returns
  /// the time [s]. Slow copies are made less often, so that they take less than 3 % of the time.
  /// A sample is due: give() takes it. Calls of both and of collect() do not overlap.
  bool due(double now);
  /// Copies the flock for the next sample; also on the thread of the steps.
  void give(const Simulation<float>& simulation, const std::function<double()>& clock);
  void beat(const Simulation<float>& simulation, const std::function<double()>& clock);

  bool has_news() const;  ///< a sample that the next beat takes
  /// Only takes the results of the thread: during a step, when the state cannot be copied. @returns whether the thread is
  /// free.
  bool collect();

  const FlockSample& latest() const { return latest_; }
  const std::vector<double>& polarisation() const { return polarisation_; }  ///< oldest first
  const std::vector<double>& neighbours() const { return neighbours_; }
  void forget();  ///< deletes all samples, for a new flock

 private:
  struct Task {
    State<float> state;
    Scenario scenario;
    int64_t life = 0;
  };
  void work();
  void take(const FlockSample& sample);

  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Task> task_;
  std::optional<std::pair<FlockSample, int64_t>> found_;
  bool busy_ = false, stop_ = false;

  double due_ = 0.0;
  int64_t life_ = 0;  // number of flocks so far: samples of earlier ones are discarded
  FlockSample latest_;
  std::vector<double> polarisation_, neighbours_;
  std::thread thread_;  // last: it uses the others
};

}  // namespace murmur
