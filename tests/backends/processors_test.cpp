// Processors for threads: those that the thread may run on, and what the container allows.
#include "sim/util/processors.h"

#include <sched.h>

#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "sim/util/thread_pool.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

class ProcessorsTest : public TempFolderTest {};

TEST_F(ProcessorsTest, OfABoundThreadAreThoseItIsBoundTo) {
  std::thread([] {
    cpu_set_t one;
    ASSERT_EQ(sched_getaffinity(0, sizeof one, &one), 0);
    int first = 0;
    while (!CPU_ISSET(first, &one)) ++first;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(processors(), 1);
    EXPECT_EQ(ThreadPool(0).size(), 1);
    EXPECT_EQ(ThreadPool(3).size(), 3) << "a number that is named holds";
  }).join();
}

TEST_F(ProcessorsTest, OfAContainerAreWhatItsTimeFills) {
  const std::string group = folder_.string();
  const auto allowed = [&](const char* text) {
    std::ofstream(folder_ / "cpu.max") << text;
    return processors_of_container(group);
  };
  EXPECT_EQ(processors_of_container(group), 0.0) << "no such group";
  EXPECT_EQ(allowed("max 100000\n"), 0.0);
  EXPECT_EQ(allowed("150000 100000\n"), 1.5);
  EXPECT_EQ(allowed("150000\n"), 0.0);
  EXPECT_EQ(allowed("0 0\n"), 0.0);
}

}  // namespace
}  // namespace murmur
