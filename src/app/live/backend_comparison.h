// Compare: runs copies of a flock on every backend for a few steps, and reports the times and whether the bits agree. Has a
// thread and a copy of the flock of its own. Used by the window, which pauses its own steps meanwhile, so that the times are
// comparable.
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
  std::string label;     ///< "cpu", "cpu, 1 thread"
  std::string skipped;   ///< why it was not run, or not to its end; empty: it was run
  double step_ms = 0.0;  ///< median of its steps
  uint64_t hash = 0;     ///< hash of the state that the last step left
  double spread = 0.0;   ///< variation of the steps: the range of the middle half, as a share of the median
  bool failed = false;   ///< a step failed, so there is no time
};

/// The first 8 of its 16 digits.
std::string short_hash(uint64_t hash);

/// A sentence about rows whose times differ much from step to step; empty: there are none.
std::string unsteady_text(const std::vector<CompareRow>& rows);

/// Quotient of the row labelled as the default backend and this one; 0 without either.
double speed_up(const CompareRow& row, const std::vector<CompareRow>& rows);

struct CompareVerdict {
  bool agree = true;  ///< no backend computed other bits, and none failed
  std::string text;   ///< one sentence
};
CompareVerdict verdict(const std::vector<CompareRow>& rows, int64_t first_step, int64_t steps);

class BackendComparison {
 public:
  BackendComparison() = default;
  ~BackendComparison();
  BackendComparison(const BackendComparison&) = delete;
  BackendComparison& operator=(const BackendComparison&) = delete;

  /// Has no effect while a comparison runs.
  void start(FlockCopy flock, const BackendCatalog& backends, int64_t steps);
  /// It ends soon, within the step that runs, and keeps the rows so far. Does not wait for that.
  void stop() { stop_ = true; }

  bool running() const { return running_; }
  /// Whether it has ended since the last look.
  bool take_ended() { return !running_ && std::exchange(started_, false); }
  double progress() const;    ///< 0..1
  std::string doing() const;  ///< "cuda, step 3 of 20"
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
  int64_t step_ = 0;  // steps that the current case has made
  size_t case_ = 0, cases_ = 0;

  int64_t first_step_ = 0, steps_ = 0;
  bool started_ = false;
  std::atomic<bool> running_ = false, stop_ = false;
  std::thread thread_;
};

}  // namespace murmur
