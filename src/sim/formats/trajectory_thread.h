// Writes a trajectory on a separate thread, so that a run waits only when frames arrive faster than the disk
// can store them. Used by run; Trajectory defines the format.
#pragma once

#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "sim/formats/trajectory.h"
#include "sim/util/condition.h"

namespace murmur {

template <class T>
class TrajectoryThread {
 public:
  explicit TrajectoryThread(std::unique_ptr<Trajectory<T>> trajectory);
  /// Writes the queued frames; a failure is not reported.
  ~TrajectoryThread();
  TrajectoryThread(const TrajectoryThread&) = delete;
  TrajectoryThread& operator=(const TrajectoryThread&) = delete;

  int64_t first_step() const { return resumed_step_; }  ///< last step in the opened file; -1: none
  /// Queues a frame; waits while kMost frames are queued. @throws the error of an earlier frame.
  void write(Frame<T> frame);
  /// Waits until every frame can be read from the disk. @throws the error of an earlier frame.
  void flush();
  double waited() const { return waited_; }  ///< time that write() and flush() waited [s]

 private:
  static constexpr size_t kMost = 2;
  void work();
  void rethrow();

  std::unique_ptr<Trajectory<T>> trajectory_;  // used by the thread alone after the constructor
  int64_t resumed_step_;
  double waited_ = 0.0;
  std::mutex mutex_;
  Condition changed_;
  std::deque<Frame<T>> queue_;
  bool busy_ = false, flush_ = false, stop_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace murmur
