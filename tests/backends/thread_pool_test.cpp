// Threads that fail hand the failure to whoever gave them the work, after all are done with it.
#include <atomic>
#include <new>

#include <gtest/gtest.h>

#include "sim/util/thread_pool.h"

namespace murmur {
namespace {

TEST(ThreadPool, AFailureOfAnyThreadReachesTheCaller) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    for (int failing = 0; failing < threads; ++failing) {
      std::atomic<int> ran{0};
      EXPECT_THROW(pool.on_each([&](int thread) {
        ++ran;
        if (thread == failing) throw std::bad_alloc();
      }),
                   std::bad_alloc);
      EXPECT_EQ(ran, threads);
    }
    // The pool works as before, and the failure is not reported again.
    std::atomic<int64_t> sum{0};
    pool.parallel_for(1000, 7, [&](int64_t begin, int64_t end) { sum += end - begin; });
    EXPECT_EQ(sum, 1000);
  }
}

TEST(ThreadPool, OneOfManyFailuresIsEnough) {
  ThreadPool pool(4);
  for (int time = 0; time < 200; ++time)
    EXPECT_THROW(pool.on_each([](int) { throw std::bad_alloc(); }), std::bad_alloc);
}

}  // namespace
}  // namespace murmur
