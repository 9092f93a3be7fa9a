// The thread that a run lives on: one job at a time, so that a window answers while a step of any length is under way. Owns the
// run. While a job runs nobody else can reach the run: the only way to it is a Lease, which exists only between jobs. All
// calls come from one thread.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "app/live/run_job.h"
#include "sim/util/condition.h"

namespace murmur {

class SimulationThread;

/// The right to read the simulation, and to ask its backend for pictures. No job can begin while one exists.
class Lease {
 public:
  Lease(Lease&& other) noexcept : thread_(std::exchange(other.thread_, nullptr)) {}
  Lease& operator=(Lease&&) = delete;
  ~Lease();

  Simulation<float>& simulation() const;
  SecondRun* second() const;  ///< flock B of A/B; null: there is none
  const RecordedRun& run() const;
  RunReport take_report() const;
  bool on_device() const { return simulation().backend().device_index() >= 0; }

 private:
  friend class SimulationThread;
  explicit Lease(SimulationThread& thread);
  SimulationThread* thread_;
};

class SimulationThread {
 public:
  /// `wake`: called at the end of each job on the thread of the run, to wake a window; null: nothing.
  explicit SimulationThread(std::unique_ptr<RecordedRun> run, void (*wake)() = nullptr);
  ~SimulationThread();  ///< cancels the job that runs
  SimulationThread(const SimulationThread&) = delete;
  SimulationThread& operator=(const SimulationThread&) = delete;

  bool idle() const { return !running_; }
  /// Empty while a job runs.
  std::optional<Lease> borrow();
  /// @throws std::logic_error when a job runs or a lease exists: a fault of the program.
  void start(Job job);
  /// The job that runs ends soon; a cancelled step leaves the run as it was before the step.
  void cancel() { cancel_ = true; }
  /// Waits at most so many seconds for the end of the job. @returns nothing while it runs, or if there is none.
  std::optional<JobResult> wait(double seconds);
  double seconds_running() const;  ///< 0 without a job

 private:
  friend class Lease;
  void work();

  std::unique_ptr<RecordedRun> run_;
  std::unique_ptr<SecondRun> second_;
  void (*wake_)();
  bool running_ = false;
  int leases_ = 0;
  double begun_ = 0.0;  // [s]
  std::atomic<bool> cancel_ = false;

  std::mutex mutex_;  // guards the members below
  Condition begin_;
  std::condition_variable end_;
  std::optional<Job> job_;
  std::optional<JobResult> result_;
  bool stop_ = false;
  std::thread thread_;  // last: it uses the others
};

}  // namespace murmur
