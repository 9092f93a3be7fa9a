// The promise of the project: the same bits from the reference and from cpu, for every preset, start, thread
// count and instruction set, with a user adding, removing and scattering boids on the way.
#include <gtest/gtest.h>

#include <algorithm>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/reference/reference.h"
#include "sim/machine/registry.h"
#include "sim/scenario/presets.h"
#include "support/lockstep.h"

namespace murmur {
namespace {

constexpr int64_t kSteps = 200;

std::string name_of(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::unique_ptr<Backend<float>> cpu(int threads, Simd simd = Simd::kAuto) {
  return make_cpu({threads, simd, 0});
}

class Presets : public testing::TestWithParam<std::string> {
 protected:
  ScenarioSource source(int64_t boids) const {
    ScenarioOverrides overrides;
    // In Couzin's groups every boid is within the others' R, so that more boids are more of the same pairs.
    overrides.boids = GetParam().starts_with("couzin") ? std::min<int64_t>(boids, 300) : boids;
    return ScenarioSource::from_preset(GetParam(), overrides);
  }
};

/// Every backend that can be had here, and cpu on 1, 2, 3 and 8 threads.
std::vector<std::unique_ptr<Backend<float>>> all_and_threads() {
  std::vector<std::unique_ptr<Backend<float>>> backends;
  for (const BackendKind& kind : murmur::backends()) {
    if (kind.why_not().empty()) backends.push_back(kind.make({}));
  }
  for (const int threads : {1, 2, 3, 8}) backends.push_back(cpu(threads));
  return backends;
}

TEST_P(Presets, BackendsAgreeFromAUniformStart) {
  ScenarioOverrides overrides;
  overrides.boids = 500;
  overrides.set = {{"start.positions", "\"uniform\""}};
  expect_lockstep(ScenarioSource::from_preset(GetParam(), overrides), all_and_threads(), kSteps, busy_user);
}

TEST_P(Presets, BackendsAgreeFromASettledFlock) {
  const auto scenario = source(500);
  const State<float> state = settled(scenario, 500);
  expect_lockstep(scenario, all_and_threads(), kSteps, busy_user, &state);
}

// Large enough for every phase of a step to be shared among the threads.
TEST_P(Presets, ThreadsDoNotShow) {
  for (const int threads : {2, 3, 8})
    expect_lockstep(source(6000), cpu(1), cpu(threads), kSteps / 4, busy_user);
}

TEST_P(Presets, InstructionSetsDoNotShow) {
  for (const Simd simd : available_simds())
    expect_lockstep(source(1500), cpu(1, Simd::kScalar), cpu(2, simd), kSteps, busy_user);
}

TEST_P(Presets, ThreeDimensionsToo) {
  const auto scenario = source(400);
  if (scenario.scenario().dimensions() == 3) return;  // the tests above have it
  ScenarioOverrides overrides;
  overrides.boids = 400;
  const double side = scenario.scenario().rules.radius * 4.5;
  const std::string size = std::to_string(side);
  const auto solid = scenario_of(
      "preset = \"" + GetParam() + "\"\n[world]\nsize = [" + size + "," + size + "," + size + "]\n",
      overrides);
  for (const Simd simd : available_simds())
    expect_lockstep(solid, make_reference_float(), cpu(3, simd), 60, busy_user);
}

INSTANTIATE_TEST_SUITE_P(All, Presets, testing::ValuesIn(preset_names()), name_of);

// Every kind of sum, so that a wrong entry in the table of row updates cannot hide.

TEST(SumKinds, EveryCombinationEqualsTheReference) {
  for (const char* metric : {"plain", "wrapped"}) {
    for (const char* falloff : {"none", "inverse", "inverse-square"}) {
      for (const char* average : {"none", "separated", "neighbours"}) {
        for (const char* target : {"centroid", "position-sum"}) {
          for (const char* view : {"360.0", "200.0"}) {
            const std::string toml =
                std::string("preset = \"benchmark\"\nboids = 300\n[world]\nmetric = \"") + metric +
                "\"\n[rules]\nfield_of_view = " + view + "\nseparation = { falloff = \"" + falloff +
                "\", average = \"" + average + "\" }\ncohesion = { target = \"" + target + "\" }\n";
            for (const Simd simd : available_simds()) {
              expect_lockstep(scenario_of(toml), make_reference_float(), cpu(1, simd), 25);
              if (testing::Test::HasFatalFailure()) FAIL() << toml;
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace murmur
