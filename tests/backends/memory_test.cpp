// How much memory there is: the least of what the machine, the shell and the container leave.
#include "sim/util/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/util/errors.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

namespace fs = std::filesystem;
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

class MemoryTest : public TempFolderTest {
 protected:
  void put(const char* name, const std::string& text) const { std::ofstream(folder_ / name) << text; }
};

TEST_F(MemoryTest, OfTheMachineIsWhatIsAvailable) {
  const std::string info = (folder_ / "meminfo").string();
  EXPECT_EQ(memory_of_machine(info), kUnlimited) << "no such file";
  put("meminfo", "MemTotal:       2000 kB\nMemFree:        100 kB\nMemAvailable:   1000 kB\nCached: 7 kB\n");
  EXPECT_EQ(memory_of_machine(info), 1000.0 * 1024.0);
  put("meminfo", "MemTotal:       2000 kB\nMemAvailable:   much\n\n");
  EXPECT_EQ(memory_of_machine(info), kUnlimited);
}

TEST_F(MemoryTest, OfAContainerIsItsLimitLessWhatIsInUse) {
  const std::string group = folder_.string();
  EXPECT_EQ(memory_of_container(group), kUnlimited) << "no such group";
  put("memory.max", "max\n");
  EXPECT_EQ(memory_of_container(group), kUnlimited);
  put("memory.max", "5000\n");
  EXPECT_EQ(memory_of_container(group), kUnlimited) << "its use is not known";
  put("memory.current", "3000\n");
  EXPECT_EQ(memory_of_container(group), 2000.0);
  put("memory.stat", "anon 1\ninactive_file 500\nactive_file 70\n");
  EXPECT_EQ(memory_of_container(group), 2500.0) << "a cache is given up";
  put("memory.current", "9000\n");
  EXPECT_EQ(memory_of_container(group), 0.0) << "more is in use than is allowed";
}

TEST_F(MemoryTest, TheLimitOfTheShellHolds) {
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  double pages = 0.0;
  if (!(std::ifstream("/proc/self/statm") >> pages)) GTEST_SKIP() << "the memory in use is not known";
  const auto used = static_cast<rlim_t>(pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
  if (used > rlim_t{1} << 40) GTEST_SKIP() << "sanitizers have address space of their own";
  constexpr rlim_t kRoom = rlim_t{64} << 20;
  const rlimit limit = {used + kRoom, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  const double available = available_memory();
  std::string fault;
  try {
    require_memory(1e12, "1000 boids", "ask for fewer");
  } catch (const RunError& error) {
    fault = error.what();
  }
  setrlimit(RLIMIT_AS, &before);
  EXPECT_LE(available, static_cast<double>(kRoom));
  EXPECT_GE(available, 0.0);
  EXPECT_THAT(
      fault,
      testing::MatchesRegex(
          "1000 boids need about 931\\.3 GiB of memory, but only 0\\.[01] GiB are available; ask for fewer"));
}

}  // namespace
}  // namespace murmur
