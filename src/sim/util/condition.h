// A condition variable on pthreads, because std::condition_variable::wait needs the libstdc++ of GCC 12, which RHEL 9 lacks.
#pragma once

#include <pthread.h>

#include <mutex>

namespace murmur {

class Condition {
 public:
  Condition() = default;
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;
  ~Condition() { pthread_cond_destroy(&condition_); }

  /// Releases the mutex of `lock` and waits until `holds()` is true; `holds` is called with the mutex locked.
  template <class Holds>
  void wait(std::unique_lock<std::mutex>& lock, const Holds& holds) {
    while (!holds()) pthread_cond_wait(&condition_, lock.mutex()->native_handle());
  }
  void notify_one() { pthread_cond_signal(&condition_); }
  void notify_all() { pthread_cond_broadcast(&condition_); }

 private:
  pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
};

}  // namespace murmur
