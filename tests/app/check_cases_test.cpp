// The hashes that a GPU must have (app/options/check_cases.h) are those of every backend that runs here, and each update kernel that a case
// names steps it.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "app/options/check_cases.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "support/flock_on.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

TEST(CheckCases, HaveTheHashesOfTheBackends) {
  for (const CheckCase& one : check_cases()) {
    auto run = step_case(one, make_cpu({}));
    const uint64_t right = hash_of_case(run);
    EXPECT_EQ(right, one.hash) << fmt::format("'{}' is 0x{:016x}", one.name, right);
    if (run.count() > 1000) continue;  // the reference tests all pairs
    auto other = step_case(one, make_reference_float());
    EXPECT_EQ(other.hash(), run.hash()) << one.name;  // its instances are in the order of ids
  }
}

TEST(CheckCases, AreSteppedByTheKernelsThatTheyName) {
  size_t all = 0;
  for (const CheckCase& one : check_cases()) {
    for (size_t k = 0; k < one.kernels; ++k) {
      SCOPED_TRACE(fmt::format("{}, kernel {}", one.name, update_kernel_names()[k]));
      ++all;
      auto run = step_case(one, flock_on(std::make_shared<SerialDevice>(), {static_cast<UpdateKernel>(k)}));
      EXPECT_EQ(run.backend().kernel(), update_kernel_names()[k]);
      EXPECT_EQ(hash_of_case(run), one.hash);
    }
  }
  EXPECT_LE(all, 60u) << "a check takes a moment";
}

}  // namespace
}  // namespace murmur
