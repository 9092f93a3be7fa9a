// Threads that fail hand the failure to whoever gave them the work, after all are done with it.
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <new>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/util/errors.h"
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

// Stacks have no room in so little address space, however large they are: a few threads start, or none.
TEST(ThreadPool, ThreadsThatTheSystemRefusesAreASentence) {
  double pages = 0.0;
  if (!(std::ifstream("/proc/self/statm") >> pages)) GTEST_SKIP() << "the memory in use is not known";
  const auto used = static_cast<rlim_t>(pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
  if (used > rlim_t{1} << 40) GTEST_SKIP() << "sanitizers have address space of their own";
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  const rlimit limit = {used + (rlim_t{48} << 20), before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  std::string fault;
  try {
    ThreadPool pool(1000);
  } catch (const RunError& error) {
    fault = error.what();
  }
  setrlimit(RLIMIT_AS, &before);
  EXPECT_THAT(fault, testing::MatchesRegex(
                         "the system refused more than [0-9]+ threads; ask for fewer with --threads"));
  ThreadPool pool(3);
  std::atomic<int> ran{0};
  pool.on_each([&](int) { ++ran; });
  EXPECT_EQ(ran, 3);
}

}  // namespace
}  // namespace murmur
