// A condition variable on pthreads. std::condition_variable::wait needs the libstdc++ of GCC 12, which RHEL 9 does not have.
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

  /// Gives the mutex of `lock` free until `holds()`, which is asked with the mutex held.
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
