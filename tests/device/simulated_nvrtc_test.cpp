// Custom rules that NVRTC compiles, on the simulated device: the bits of the cpu backend, also while a kernel is not there yet, comes or
// cannot be made. Skipped where there is no NVRTC.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "device/device.h"
#include "kernels/nvrtc/nvrtc.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cuda.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

using simulated::Device;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kMode = "MURMUR_NVRTC";
constexpr const char* kLibrary = "MURMUR_NVRTC_LIBRARY";

class RulesByNvrtc : public testing::Test {
 protected:
  void SetUp() override {
    try {
      load_nvrtc("", CUDART_VERSION / 1000);
    } catch (const NvrtcFault& fault) {
      GTEST_SKIP() << fault.what() << ": no rules are compiled";
    }
    setenv(kMode, "wait", 1);
    unsetenv(kLibrary);
  }
  void TearDown() override {
    Device::instance().repair();
    setenv(kMode, "off", 1);
    unsetenv(kLibrary);
  }

  static ScenarioSource file(const std::string& name) {
    ScenarioOverrides overrides;
    overrides.boids = 800;  // of fewer, some would have their places outside the world
    return ScenarioSource::from_file(MURMUR_SOURCE_DIR "/scenarios/" + name + ".toml", overrides);
  }
  /// A small flock whose rule has `keys`.
  static ScenarioSource flock(const std::string& keys, const std::string& more = "") {
    return scenario_of("preset = \"murmuration\"\nboids = 200\n" + more + "\n[[rule]]\n" + keys);
  }
  static std::string described_after(const ScenarioSource& source, int64_t steps) {
    Simulation<float> cuda(source, make_cuda({})), cpu(source, make_cpu({}));
    for (int64_t step = 0; step < steps; ++step) {
      cuda.advance();
      cpu.advance();
      EXPECT_EQ(cuda.hash(), cpu.hash()) << "step " << step;
    }
    return cuda.backend().description();
  }
};

const char* const kPush =
    "range = 30.0\nlet.turn = 0.06\nsums.push = \"-unit(d) * (1 - r / range)\"\nwhen = \"n > 0\"\n"
    "add = \"limit(push, 0.3) + turn * unit(perp(p - size / 2))\"\n";

TEST_F(RulesByNvrtc, HaveTheBitsOfTheCpu) {
  for (const char* name : {"vortex", "curl-noise", "rings", "star", "social-force", "lennard-jones",
                           "trefoil", "particle-life-forces", "hunger"}) {
    SCOPED_TRACE(name);
    EXPECT_THAT(described_after(file(name), 4), HasSubstr(", rules compiled"));
  }
  for (const char* more : {"rules.nearest = 7", "rules.nearest = \"octants\"",
                           "rules.radius = 60.0\nworld.size = [150.0, 130.0]", "rules.field_of_view = 200.0",
                           "[[species]]\n[[species]]"}) {
    SCOPED_TRACE(more);
    EXPECT_THAT(described_after(flock(kPush, more), 4), HasSubstr(", rules compiled"));
  }
}

TEST_F(RulesByNvrtc, HaveTheBitsOfTheCpuWhileAUserIsBusy) {
  expect_lockstep(file("hunger"), make_cpu({}), make_cuda({}), 25, busy_user);
}

TEST_F(RulesByNvrtc, TakeTheKernelOnceItIsThere) {
  setenv(kMode, "", 1);
  const ScenarioSource source = flock(kPush);
  Simulation<float> cuda(source, make_cuda({})), cpu(source, make_cpu({}));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  bool compiled = false;
  for (int after = 0; after < 4; after += compiled ? 1 : 0) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline);
    for (Simulation<float>* one : {&cuda, &cpu}) one->advance();
    ASSERT_EQ(cuda.hash(), cpu.hash());
    compiled = cuda.backend().description().find(", rules compiled") != std::string::npos;
  }
}

TEST_F(RulesByNvrtc, AreCompiledAgainAfterAChangeButNotOfALet) {
  const ScenarioSource source = flock(kPush);
  Simulation<float> cuda(source, make_cuda({})), cpu(source, make_cpu({}));
  const auto after = [&](const std::string& key, const SetValue& value) {
    Event event;
    event.kind = EventKind::kSet;
    event.key = key;
    event.value = value;
    for (Simulation<float>* one : {&cuda, &cpu}) {
      one->post(event);
      for (int step = 0; step < 3; ++step) one->advance();
    }
    EXPECT_EQ(cuda.hash(), cpu.hash()) << key;
    EXPECT_THAT(cuda.backend().description(), HasSubstr(", rules compiled"));
    return Device::instance().libraries();
  };
  const size_t first = after("rule[0].let.turn", 0.2);
  EXPECT_EQ(after("rule[0].let.turn", 0.15), first);
  EXPECT_EQ(after("rule[0].range", 25.0), first);
  EXPECT_EQ(after("rule[0].add", "\"limit(push, 0.1)\""), first + 1);
  EXPECT_EQ(after("rule[0].add", "\"limit(push, 0.3) + turn * unit(perp(p - size / 2))\""), first + 1);
}

TEST_F(RulesByNvrtc, AreInterpretedWhereTheUserSaysSo) {
  setenv(kMode, "off", 1);
  EXPECT_THAT(described_after(flock(kPush), 3), Not(HasSubstr("rules")));
}

TEST_F(RulesByNvrtc, AreInterpretedWithoutTheLibraryThatTheUserNames) {
  setenv(kLibrary, "libno-such-nvrtc.so", 1);
  EXPECT_THAT(make_cuda({})->remark(),
              AllOf(HasSubstr("MURMUR_NVRTC_LIBRARY"), HasSubstr("libno-such-nvrtc.so"),
                    EndsWith("; your own rules are interpreted"), Not(HasSubstr("\n"))));
  EXPECT_THAT(described_after(flock(kPush), 3), Not(HasSubstr("rules")));
  setenv(kLibrary, "libm.so.6", 1);
  EXPECT_THAT(make_cuda({})->remark(), HasSubstr("libm.so.6 is no NVRTC"));
}

TEST_F(RulesByNvrtc, AreMachineCodeOfTheDeviceOrPtxWhereTheLibraryDoesNotKnowIt) {
  const auto nvrtc = load_nvrtc("", CUDART_VERSION / 1000);
  const std::string text = "extern \"C\" __global__ void nothing() {}";
  const Nvrtc::Code known = nvrtc->compile(text, 90), unknown = nvrtc->compile(text, 91);
  EXPECT_THAT(known.machine, StartsWith("\x7f"
                                        "ELF"));
  EXPECT_THAT(known.ptx, HasSubstr(".target sm_90"));
  EXPECT_EQ(unknown.machine, "");
  EXPECT_THAT(unknown.ptx, HasSubstr(".target sm_90"));
}

TEST_F(RulesByNvrtc, ArePtxWhereTheDriverRefusesTheMachineCode) {
  const int64_t before = Device::instance().refused_machine_code();
  EXPECT_THAT(described_after(flock(kPush), 3), HasSubstr(", rules compiled"));
  EXPECT_GT(Device::instance().refused_machine_code(), before);
}

TEST_F(RulesByNvrtc, AreInterpretedWhereTheDriverRefusesTheKernel) {
  Device::instance().set_machine({.faults = {{0, "cudaLibraryLoadData", cudaErrorUnsupportedPtxVersion}}});
  EXPECT_THAT(described_after(flock(kPush), 3),
              HasSubstr(", rules interpreted: the GPU failed at 'loading compiled rules'"));
}

}  // namespace
}  // namespace murmur
