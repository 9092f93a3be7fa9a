// Writes a trajectory on a thread of its own, so that a run only waits when frames come faster than the disk
// takes them. Used by run; the format is the Trajectory's.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "sim/formats/trajectory.h"

namespace murmur {

template <class T>
class TrajectoryThread {
 public:
  explicit TrajectoryThread(std::unique_ptr<Trajectory<T>> trajectory);
  /// Writes what is queued; a failure then goes unsaid.
  ~TrajectoryThread();
  TrajectoryThread(const TrajectoryThread&) = delete;
  TrajectoryThread& operator=(const TrajectoryThread&) = delete;

  int64_t first_step() const { return resumed_step_; }  ///< of the last frame when it was opened; -1: none
  /// Hands a frame over; waits while kMost are queued. @throws what the disk said to an earlier frame.
  void write(Frame<T> frame);
  /// Waits until every frame can be read from the disk. @throws the same.
  void flush();
  double waited() const { return waited_; }  ///< in write() and flush() [s]

 private:
  static constexpr size_t kMost = 2;
  void work();
  void rethrow();

  std::unique_ptr<Trajectory<T>> trajectory_;  // the thread's, but for the constructor
  int64_t resumed_step_;
  double waited_ = 0.0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Frame<T>> queue_;
  bool busy_ = false, flush_ = false, stop_ = false;
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace murmur
