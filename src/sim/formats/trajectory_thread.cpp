#include "sim/formats/trajectory_thread.h"

#include <chrono>
#include <utility>

#include "sim/util/exact_arithmetic.h"

namespace murmur {
namespace {

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

template <class T>
TrajectoryThread<T>::TrajectoryThread(std::unique_ptr<Trajectory<T>> trajectory)
    : trajectory_(std::move(trajectory)),
      resumed_step_(trajectory_->last_step()),
      thread_([this] { work(); }) {}

template <class T>
TrajectoryThread<T>::~TrajectoryThread() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

template <class T>
void TrajectoryThread<T>::write(Frame<T> frame) {
  const Clock::time_point start = Clock::now();
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return failure_ || queue_.size() < kMost; });
  waited_ += since(start);
  rethrow();
  queue_.push_back(std::move(frame));
  changed_.notify_all();
}

template <class T>
void TrajectoryThread<T>::flush() {
  const Clock::time_point start = Clock::now();
  std::unique_lock lock(mutex_);
  flush_ = true;
  changed_.notify_all();
  changed_.wait(lock, [this] { return failure_ || (queue_.empty() && !busy_ && !flush_); });
  waited_ += since(start);
  rethrow();
}

template <class T>
void TrajectoryThread<T>::rethrow() {
  if (failure_) std::rethrow_exception(failure_);
}

template <class T>
void TrajectoryThread<T>::work() {
  const ExactArithmetic exact;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stop_ || flush_ || !queue_.empty(); });
    const bool has_frame = !queue_.empty();
    if (!has_frame && !flush_) return;
    Frame<T> frame;
    if (has_frame) {
      frame = std::move(queue_.front());
      queue_.pop_front();
    } else {
      flush_ = false;
    }
    busy_ = true;
    lock.unlock();
    changed_.notify_all();
    try {
      if (has_frame) {
        trajectory_->write(frame);
      } else {
        trajectory_->flush();
      }
    } catch (...) {
      lock.lock();
      failure_ = std::current_exception();
      busy_ = false;
      changed_.notify_all();
      return;  // frames after a gap are not written
    }
    lock.lock();
    busy_ = false;
    changed_.notify_all();
  }
}

template class TrajectoryThread<float>;
template class TrajectoryThread<double>;

}  // namespace murmur
