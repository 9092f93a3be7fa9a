// The thread of a run: it does one job at a time, so that the window answers during a step of any length. Owns the
// run. While a job runs nobody else can reach the run: a Lease gives access, and exists only between jobs. All calls
// come from one thread.
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

/// The right to read the simulation, and to ask its backend for pictures. No job can begin while a lease exists.
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
  /// `wake`: called on the thread of the run at the end of each job, to wake a window; null: nothing is called.
  explicit SimulationThread(std::unique_ptr<RecordedRun> run, void (*wake)() = nullptr);
  ~SimulationThread();  ///< cancels the running job
  SimulationThread(const SimulationThread&) = delete;
  SimulationThread& operator=(const SimulationThread&) = delete;

  bool idle() const { return !running_; }
  /// Gives access to the run; empty while a job runs.
  std::optional<Lease> borrow();
  /// Starts a job. @throws std::logic_error when a job runs or a lease exists: a fault of the program.
  void start(Job job);
  /// Ends the running job soon; a cancelled step leaves the run as it was before the step.
  void cancel() { cancel_ = true; }
  /// Waits at most so many seconds for the end of the job. @returns its result; nothing while it runs, or if there is none.
  std::optional<JobResult> wait(double seconds);
  double seconds_running() const;  ///< duration of the running job so far; 0: there is none

 private:
  friend class Lease;
  void work();

  std::unique_ptr<RecordedRun> run_;
  std::unique_ptr<SecondRun> second_;
  void (*wake_)();
  bool running_ = false;
  int leases_ = 0;
  double begun_ = 0.0;  // begin of the running job [s]
  std::atomic<bool> cancel_ = false;

  std::mutex mutex_;  // guards the members below
  Condition begin_;
  std::condition_variable end_;
  std::optional<Job> job_;
  std::optional<JobResult> result_;
  bool stop_ = false;
  std::thread thread_;  // declared last, because the thread uses the other members
};

}  // namespace murmur
