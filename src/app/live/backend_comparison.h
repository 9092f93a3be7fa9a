// Compares backends: steps copies of a flock on every backend, and reports the times and whether the bits agree. Has
// its own thread and its own copy of the flock. The window pauses its steps during a comparison, so that the times
// are comparable.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/live/backend_catalog.h"
#include "app/live/run_job.h"

namespace murmur {

struct CompareRow {
  std::string label;     ///< name of the row: "cpu", "cpu, 1 thread"
  std::string skipped;   ///< why the backend was not run to its end; empty: it was
  double step_ms = 0.0;  ///< median time of a step
  uint64_t hash = 0;     ///< hash of the state after the last step
  double spread = 0.0;   ///< the interquartile range of the step times, as a share of the median
  bool failed = false;   ///< a step failed, so there is no time
};

/// The first 8 of the 16 digits of a hash.
std::string short_hash(uint64_t hash);

/// A sentence about rows whose times vary much between steps; empty: there are none.
std::string unsteady_text(const std::vector<CompareRow>& rows);

/// Time of the default backend divided by the time of `row`; 0 if one of the two is missing.
double speed_up(const CompareRow& row, const std::vector<CompareRow>& rows);

struct CompareVerdict {
  bool agree = true;  ///< no backend computed other bits, and none failed
  std::string text;   ///< the verdict in one sentence
};
CompareVerdict verdict(const std::vector<CompareRow>& rows, int64_t first_step, int64_t steps);

class BackendComparison {
 public:
  BackendComparison() = default;
  ~BackendComparison();
  BackendComparison(const BackendComparison&) = delete;
  BackendComparison& operator=(const BackendComparison&) = delete;

  /// Begins a comparison, unless one is running.
  void start(FlockCopy flock, const BackendCatalog& backends, int64_t steps);
  /// Ends the comparison soon, even within a step, and keeps the rows so far. Does not wait for the end.
  void stop() { stop_ = true; }

  bool running() const { return running_; }
  /// Whether the comparison has ended since the last call.
  bool take_ended() { return !running_ && std::exchange(started_, false); }
  double progress() const;    ///< 0 to 1
  std::string doing() const;  ///< present case and step: "cuda, step 3 of 20"
  std::vector<CompareRow> rows() const;
  int64_t first_step() const { return first_step_; }
  int64_t steps() const { return steps_; }

 private:
  struct Case {
    std::string label;
    const BackendKind* kind;
    std::string why_not;
    BackendOptions options;
  };
  void work(const std::vector<Case>& cases, const FlockCopy& flock);
  void run_case(const Case& one, const FlockCopy& flock, CompareRow& row);

  mutable std::mutex mutex_;  // guards the members below
  std::vector<CompareRow> rows_;
  std::string label_;
  int64_t step_ = 0;  // number of steps that the current case has made
  size_t case_ = 0, cases_ = 0;

  int64_t first_step_ = 0, steps_ = 0;
  bool started_ = false;
  std::atomic<bool> running_ = false, stop_ = false;
  std::thread thread_;
};

}  // namespace murmur
