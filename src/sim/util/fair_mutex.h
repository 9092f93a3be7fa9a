// A mutex that threads get in the order of their requests: a thread that locks it again and again cannot starve others.
#pragma once

#include <cstdint>
#include <mutex>

#include "sim/util/condition.h"

namespace murmur {

class FairMutex {
 public:
  void lock() {
    std::unique_lock guard(mutex_);
    const uint64_t turn = next_++;
    changed_.wait(guard, [&] { return turn == present_; });
  }
  void unlock() {
    {
      const std::lock_guard guard(mutex_);
      ++present_;
    }
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  Condition changed_;
  uint64_t next_ = 0, present_ = 0;
};

}  // namespace murmur
