// What is known of the machine: the texts of /proc, its devices, and which of them `auto` takes when some do not work.
#include <algorithm>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/backends/cuda.h"
#include "sim/backends/faults.h"
#include "sim/machine/machine.h"
#include "sim/machine/proc.h"
#include "sim/machine/registry.h"

namespace murmur {
namespace {

using testing::Contains;
using testing::Not;

std::string cpu_of(const std::string& text) {
  std::istringstream stream(text);
  return cpu_model(stream);
}
std::string driver_of(const std::string& text) {
  std::istringstream stream(text);
  return gpu_driver(stream);
}
double busy_of(const std::string& text) {
  std::istringstream stream(text);
  return busy_seconds(stream, 100.0);
}

TEST(Machine, ItsNameInFilesHasLettersAndDigits) {
  Machine machine;
  machine.cpu = "(AMD) EPYC 7B13 @ 2.4 GHz";
  machine.threads = 2;
  EXPECT_EQ(slug(machine), "amd-epyc-7b13-2-4-ghz-2cores");
  machine.threads = 1;
  machine.cpu = "Neoverse-N1";
  EXPECT_EQ(slug(machine), "neoverse-n1-1core");
}

TEST(Proc, TheProcessorIsThatOfTheFirstModelName) {
  EXPECT_EQ(cpu_of("processor\t: 0\nmodel\t\t: 17\nmodel name\t: A Processor\nmodel name\t: Another\n"),
            "A Processor");
  EXPECT_EQ(cpu_of("model name without a colon\nmodel name\t: A Processor\n"), "A Processor");
  EXPECT_EQ(cpu_of("processor\t: 0\nBogoMIPS\t: 48.00\n"), "unknown processor");
  EXPECT_EQ(cpu_of(""), "unknown processor");
}

TEST(Proc, TheDriverIsTheFirstLineWithoutItsName) {
  EXPECT_EQ(driver_of("NVRM version: NVIDIA Kernel Module  550.1\nGCC version: 12\n"),
            "NVIDIA Kernel Module  550.1");
  EXPECT_EQ(driver_of("NVIDIA Kernel Module\n"), "NVIDIA Kernel Module");
  EXPECT_EQ(driver_of(""), "");
}

TEST(Proc, BusyTimeIsAllButIdleAndWaitingTime) {
  EXPECT_DOUBLE_EQ(busy_of("cpu  100 20 3000 9999 9999 400 50 6000 0 0\ncpu0 1 1 1 1\n"), 95.7);
  EXPECT_EQ(busy_of("cpu  100 20 3000 9999"), 0.0) << "an old kernel tells fewer numbers";
  EXPECT_EQ(busy_of(""), 0.0);
}

TEST(Proc, OtherProgramsAreToldWhenTheyUseMoreThanAPartOfACore) {
  EXPECT_EQ(load_warning(9.0, 5.0, 2.0),
            "other programs used 2.00 cores meanwhile: these times are disturbed, repeat them alone");
  EXPECT_EQ(load_warning(5.08, 5.0, 2.0), "") << "4 % of a core";
  EXPECT_EQ(load_warning(5.0, 6.0, 2.0), "");
  EXPECT_EQ(load_warning(9.0, 0.0, 0.4), "") << "too short to tell";
}

std::unique_ptr<Backend<float>> broken(const BackendOptions&) {
  throw DeviceFailure("the broken GPU does not answer", "restart it");
}
std::unique_ptr<Backend<float>> worn(const BackendOptions&) {
  throw DeviceFailure("the worn GPU does not answer", "replace it");
}
template <int kIndex>
std::vector<DeviceInfo> one_device(std::string*) {
  return {{kIndex, kIndex == 7 ? "the broken GPU" : "a GPU of another machine", 1.0, ""}};
}

/// Two devices that fail, and one that is not of this machine.
class Devices : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (find_backend("broken")) return;
    add_backend({.name = "broken", .make = broken, .devices = one_device<7>});
    add_backend({.name = "worn", .make = worn, .devices = one_device<7>});
    add_backend({.name = "far", .make = worn, .devices = one_device<8>, .processes = 2});
  }
};

TEST_F(Devices, OfThisMachineAreThoseOfThisProcess) {
  const Machine machine = this_machine();
  EXPECT_THAT(machine.gpus, Contains("the broken GPU"));
  EXPECT_THAT(machine.gpus, Not(Contains("a GPU of another machine")));
  EXPECT_EQ(machine.why_no_gpu, "");
  EXPECT_GE(machine.threads, 1);
  EXPECT_NE(machine.cpu, "");
}

TEST_F(Devices, TheFirstThatFailsIsTold) {
  if (find_backend(kCudaName)->why_not().empty()) GTEST_SKIP() << "auto takes the GPU of this machine";
  std::string why_not = "before";
  EXPECT_EQ(make_backend("auto", {}, &why_not)->name(), default_backend().name);
  EXPECT_EQ(why_not, "the broken GPU does not answer; backend cpu is used instead");
  EXPECT_EQ(make_backend("auto", {})->name(), default_backend().name) << "nobody asks why";
}

}  // namespace
}  // namespace murmur
