// What the GPU runs, without a GPU, bit for bit against the reference: the CUDA backend's own flock, stages
// and functors on a device of plain loops, under the address and undefined-behaviour sanitizers in the asan
// preset. What nvcc makes of them runs on the simulated device (tests/device/).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/reference/reference.h"
#include "sim/scenario/presets.h"
#include "sim/util/errors.h"
#include "support/far_pairs.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

using Device = SerialDevice;
constexpr int64_t kManyBoids = 20000, kManySteps = 100;

std::unique_ptr<Backend<float>> device(std::shared_ptr<Device> the_device = std::make_shared<Device>()) {
  return flock_on(the_device);
}

class Presets : public testing::TestWithParam<std::string> {};

TEST_P(Presets, EqualsTheReference) {
  ScenarioOverrides overrides;
  overrides.boids = 400;
  const auto source = ScenarioSource::from_preset(GetParam(), overrides);
  expect_lockstep(source, make_reference_float(), device(), 100, busy_user);
  const State<float> state = settled(source, 300);
  expect_lockstep(source, make_reference_float(), device(), 60, busy_user, &state);
}

std::string with_underscores(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, Presets, testing::ValuesIn(preset_names()), with_underscores);

TEST(DevicePipeline, ManyBoidsEqualTheCpu) {
  ScenarioOverrides overrides;
  overrides.boids = kManyBoids;
  for (const char* preset : {"murmuration", "benchmark-3d"}) {
    expect_lockstep(ScenarioSource::from_preset(preset, overrides), make_cpu({}), device(), 5, busy_user);
  }
}

// Few kinds of sums have all kernels here (serial_device.cpp); on a device all do.
TEST(DevicePipeline, EveryKernelEqualsTheReference) {
  for (const UpdateKernel kernel :
       {UpdateKernel::kLoop, UpdateKernel::kFlat, UpdateKernel::kPairs, UpdateKernel::kLists}) {
    for (const char* name : {"murmuration", "benchmark", "benchmark-3d", "cis565"}) {
      ScenarioOverrides overrides;
      overrides.boids = 300;
      if (name == std::string("cis565")) overrides.set = {{"world.size", "[30.0, 25.0, 28.0]"}};
      if (std::string(name).starts_with("benchmark")) overrides.set = {{"rules.alignment.inertia", "3.0"}};
      const auto source = ScenarioSource::from_preset(name, overrides);
      if (kernel == UpdateKernel::kLists && source.scenario().dimensions() == 2) continue;
      for (const bool in_parts : {false, true}) {
        const auto the_device = std::make_shared<Device>();
        the_device->in_parts = in_parts;
        expect_lockstep(source, make_reference_float(), flock_on(the_device, {kernel}), 30, busy_user);
        if (testing::Test::HasFatalFailure()) FAIL() << name << ", " << name_of(kernel) << ", " << in_parts;
        const int64_t calls = the_device->calls["steer " + name_of(kernel)];
        EXPECT_GT(calls, in_parts ? 60 : 0) << name << ", " << name_of(kernel);
      }
    }
  }
}

TEST(DevicePipeline, ListsHaveNeighboursThatAreAlmostTooFar) {
  const State<float> state = far_pairs();
  const auto the_device = std::make_shared<Device>();
  expect_lockstep(far_pairs_scenario(), make_reference_float(), flock_on(the_device, {UpdateKernel::kLists}),
                  1, {}, &state);
  EXPECT_EQ(the_device->calls["steer lists"], 1);
}

TEST(DevicePipeline, RunsTheFastestKernel) {
  ScenarioOverrides overrides;
  overrides.boids = 200;
  for (const UpdateKernel fastest :
       {UpdateKernel::kLoop, UpdateKernel::kFlat, UpdateKernel::kPairs, UpdateKernel::kLists}) {
    const auto the_device = std::make_shared<Device>();
    the_device->played_time = [&](int kernel) { return kernel == static_cast<int>(fastest) ? 1.0 : 2.0; };
    Simulation<float> simulation(ScenarioSource::from_preset("cis565", overrides), device(the_device));
    for (int step = 0; step < 200; ++step) simulation.advance();
    EXPECT_EQ(simulation.backend().kernel(), name_of(fastest));
    for (const auto& name : update_kernel_names()) EXPECT_GT(the_device->calls["steer " + name], 0) << name;
  }
}

TEST(DevicePipeline, EverySumAndImageEqualsTheReference) {
  for (const char* size : {"[400.0, 300.0]", "[190.0, 210.0, 240.0]", "[120.0, 60.0]"}) {
    for (const char* metric : {"plain", "wrapped"}) {
      for (const char* falloff : {"none", "inverse", "inverse-square"}) {
        for (const char* target : {"centroid", "position-sum"}) {
          for (const char* view : {"360.0", "200.0"}) {
            const std::string toml = std::string("preset = \"benchmark\"\nboids = 150\n[world]\nsize = ") +
                                     size + "\nmetric = \"" + metric +
                                     "\"\n[rules]\nfield_of_view = " + view +
                                     "\nseparation = { falloff = \"" + falloff +
                                     "\" }\ncohesion = { target = \"" + target + "\" }\n";
            expect_lockstep(scenario_of(toml), make_reference_float(), device(), 12);
            if (testing::Test::HasFatalFailure()) FAIL() << toml;
          }
        }
      }
    }
  }
}

TEST(DevicePipeline, BoidsOutsideAWrappedWorld) {
  for (const char* boundary : {"soft", "tile", "bounce"}) {
    for (const char* size : {"[500.0, 400.0]", "[250.0, 200.0, 220.0]"}) {
      const auto source =
          scenario_of(std::string("preset = \"benchmark\"\nboids = 300\n[world]\nsize = ") + size +
                      "\nmetric = \"wrapped\"\nmargin = 30.0\npush = 0.05\nboundary = \"" + boundary +
                      "\"\n[rules]\nmax_speed = 9.0\n[start]\nspeed = 9.0\n");
      expect_lockstep(source, make_reference_float(), device(), kManySteps);
    }
  }
}

TEST(DevicePipeline, AWorldThatShrinksUnderItsBoids) {
  const auto source = scenario_of("preset = \"benchmark\"\nboids = 300\n[world]\nsize = [700.0, 700.0]\n");
  const auto the_device = std::make_shared<Device>();
  expect_lockstep(source, make_reference_float(), device(the_device), 40, shrink_world);
  EXPECT_EQ(the_device->calls["steer checked"], 1)
      << "only the step after the shrinking has to look for boids outside";
}

TEST(DevicePipeline, EveryBehaviourAlone) {
  const char* const behaviours[] = {
      "[wind]\nvelocity = [1.0, -0.5]\ngust = { probability = 0.1, duration = 3, strength = 0.5 }\n",
      "[goal]\npath = [[100.0, 100.0], [300.0, 250.0], [50.0, 280.0]]\n",
      "[cursor]\nat = [200.0, 150.0]\nmode = \"attract\"\n",
      "[[obstacle]]\nat = [100.0, 100.0]\nradius = 40.0\navoid = \"push\"\n[[obstacle]]\nat = [250.0, "
      "200.0]\nradius = 60.0\navoid = \"look-ahead\"\n",
      "[[predator]]\nmax_speed = 3.0\n[[predator]]\nat = [10.0, 10.0]\n",
      "[terrain]\nhill = { at = [200.0, 150.0], radius = 90.0, height = 70.0 }\n",
      "[perching]\nmean_rest = 5.0\n",
  };
  std::string all = "preset = \"benchmark\"\nboids = 200\nseed = 7\n[world]\nsize = [400.0, 300.0]\n";
  for (const char* behaviour : behaviours) {
    expect_lockstep(
        scenario_of("preset = \"benchmark\"\nboids = 200\nseed = 7\n[world]\nsize = [400.0, 300.0]\n" +
                    std::string(behaviour)),
        make_reference_float(), device(), 80, busy_user);
    if (testing::Test::HasFatalFailure()) FAIL() << behaviour;
    all += behaviour;
  }
  expect_lockstep(scenario_of(all), make_reference_float(), device(), 80, busy_user);
}

TEST(DevicePipeline, StartleGustAndPredatorsThatComeLate) {
  const auto source = scenario_of("preset = \"benchmark\"\nboids = 120\n[world]\nsize = [400.0, 300.0]\n");
  expect_lockstep(
      source, make_reference_float(), device(), 60, [](int64_t step, Simulation<float>& simulation) {
        Event event;
        event.kind = step == 10 ? EventKind::kStartle : step == 20 ? EventKind::kGust : EventKind::kSet;
        event.steps = 5;
        event.key = "rules.radius";
        event.value = "70.0";
        if (step == 10 || step == 20 || step == 30) simulation.post(event);
      });
}

TEST(DevicePipeline, NoneOneAndAllOnOnePoint) {
  for (const int64_t boids : {0, 1, 70}) {
    const auto source = scenario_of("preset = \"murmuration\"\nboids = " + std::to_string(boids) +
                                    "\n[[predator]]\nmax_speed = 2.0\n");
    State<float> state;
    state.position.assign(static_cast<size_t>(2 * boids), 40.0f);
    state.velocity.assign(static_cast<size_t>(2 * boids), 1.0f);
    state.predator_position = {45.0f, 50.0f};
    state.predator_velocity = {1.0f, 0.0f};
    expect_lockstep(source, make_reference_float(), device(), 30, {}, &state);
    expect_lockstep(source, make_reference_float(), device(), 30, {}, nullptr);
  }
}

TEST(DevicePipeline, InstancesComeInContractOrderAndChangeNothing) {
  ScenarioOverrides overrides;
  overrides.boids = 500;
  for (const char* preset : {"murmuration", "cis565"}) {
    const auto source = ScenarioSource::from_preset(preset, overrides);
    Simulation<float> drawn(source, device()), cpu(source, make_cpu({}));
    std::vector<float> a(static_cast<size_t>(500 * instance_floats(source.scenario().dimensions()))),
        b(a.size());
    for (int step = 0; step < 20; ++step) {
      drawn.backend().write_instances(a.data());
      cpu.backend().write_instances(b.data());
      EXPECT_EQ(a, b) << preset << " after step " << step;
      drawn.advance();
      cpu.advance();
      ASSERT_EQ(drawn.hash(), cpu.hash());
    }
  }
}

TEST(DevicePipeline, SpeciesComeInTheOrderOfInstances) {
  for (const char* world : {"[120.0, 90.0]", "[80.0, 90.0, 70.0]"}) {
    const auto source = scenario_of(std::string("preset = \"benchmark\"\nboids = 500\n[world]\nsize = ") +
                                    world + "\n[[species]]\n[[species]]\nshare = 0.2\n[[species]]\n");
    Simulation<float> drawn(source, device()), cpu(source, make_cpu({})),
        reference(source, make_reference_float());
    std::vector<float> a(500), b(500), by_id(500);
    for (int step = 0; step < 20; ++step) {
      drawn.backend().write_column(DrawnColumn::kSpecies, a.data());
      cpu.backend().write_column(DrawnColumn::kSpecies, b.data());
      EXPECT_EQ(a, b) << world << " after step " << step;
      reference.backend().write_column(DrawnColumn::kSpecies, by_id.data());
      const uint32_t* const ids = cpu.backend().view().ids;
      for (size_t k = 0; k < b.size(); ++k) ASSERT_EQ(b[k], by_id[ids[k]]) << k;
      EXPECT_EQ(std::ranges::count(by_id, 1.0f), std::ranges::count(cpu.state().columns.species, 1u));
      for (auto* const run : {&drawn, &cpu, &reference}) run->advance();
      ASSERT_EQ(drawn.hash(), cpu.hash());
    }
  }
}

TEST(DevicePipeline, AFaultNamesItsStepAndLowestIdHoweverLateItIsSeen) {
  const auto source = scenario_of("preset = \"benchmark\"\nboids = 3\n[world]\nsize = [4000.0, 4000.0]\n");
  State<float> state;
  state.position = {100.0f, 100.0f, 2000.0f, 100.0f, 2000.0f, 3000.0f};
  const float infinity = std::numeric_limits<float>::infinity();
  state.velocity = {1.0f, 0.0f, infinity, 0.0f, infinity, 0.0f};
  const auto sentence = [&](const auto& use) {
    auto backend = device();
    backend->configure(source.scenario());
    backend->load(state);
    StepInput input;
    input.step = 41;
    try {
      backend->step(input);
      input.step = 42;
      use(*backend, input);
    } catch (const RunError& error) {
      return std::string(error.what());
    }
    return std::string("no fault");
  };
  const auto expect_told = [](const std::string& told) {
    EXPECT_NE(told.find("boid 1 "), std::string::npos) << told;
    EXPECT_NE(told.find("after step 42"), std::string::npos) << told;
  };
  expect_told(sentence([](auto& backend, const StepInput& next) { backend.step(next); }));
  expect_told(sentence([](auto& backend, const StepInput&) { backend.hash(); }));
  expect_told(sentence([](auto& backend, const StepInput&) {
    State<float> out;
    backend.save(out);
  }));
  expect_told(sentence([&](auto& backend, const StepInput&) { backend.load(state); }));
}

TEST(DevicePipeline, AFaultThatWasToldIsForgottenWithItsState) {
  const auto source = scenario_of("preset = \"benchmark\"\nboids = 1\n");
  State<float> state;
  state.position = {1.0f, 1.0f};
  state.velocity = {std::numeric_limits<float>::infinity(), 0.0f};
  auto backend = device();
  backend->configure(source.scenario());
  backend->load(state);
  backend->step({});
  EXPECT_THROW(backend->hash(), RunError);
  state.velocity = {1.0f, 0.0f};
  backend->load(state);
  backend->step({});
  EXPECT_NO_THROW(backend->hash());
}

TEST(DevicePipeline, NothingRecordedIsPlayedAfterMemoryRanOut) {
  const auto the_device = std::make_shared<Device>();
  ScenarioOverrides overrides;
  overrides.boids = 300;
  const auto source = ScenarioSource::from_preset("benchmark", overrides);
  Simulation<float> simulation(source, device(the_device)), other(source, make_cpu({}));
  simulation.advance();
  const int64_t before = the_device->calls["renew_recordings"];
  the_device->most_bytes = 6000;  // less than more bodies, more than other arrays
  EXPECT_THROW(simulation.backend().add(
                   {.position = std::vector<float>(400, 1.0f), .velocity = std::vector<float>(400, 1.0f)}),
               RunError);
  simulation.backend().step({});
  EXPECT_GT(the_device->calls["renew_recordings"], before);
}

// A device that is several steps ahead of its host must not spoil what the fault says.
TEST(DevicePipeline, StepsAfterAFaultChangeNothing) {
  StepBlock block;
  EXPECT_FALSE(block.halted());
  block.step = 5;
  block.fault_step = 5;
  EXPECT_FALSE(block.halted()) << "boids of the same step still report, the lowest id must win";
  block.step = 6;
  EXPECT_TRUE(block.halted());
}

TEST(DevicePipeline, TooLittleMemoryIsToldWithBoidsAndBytes) {
  const auto the_device = std::make_shared<Device>();
  const auto backend = device(the_device);
  const auto source = scenario_of("preset = \"benchmark\"\nboids = 10000\n");
  backend->configure(source.scenario());
  the_device->most_bytes = 100000;
  State<float> state;
  state.position.assign(20000, 1.0f);
  state.velocity.assign(20000, 1.0f);
  try {
    backend->load(state);
    FAIL() << "fits";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("10000 boids"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(" bytes"), std::string::npos) << error.what();
  }
}

TEST(DevicePipeline, GridsAreMadeAnewOnlyWhenSomethingChanged) {
  ScenarioOverrides overrides;
  overrides.boids = 300;
  const auto the_device = std::make_shared<Device>();
  Simulation<float> simulation(ScenarioSource::from_preset("murmuration", overrides), device(the_device));
  simulation.advance();
  simulation.advance();
  const int64_t before = the_device->calls["renew_recordings"];
  for (int i = 0; i < 20; ++i) simulation.advance();
  EXPECT_EQ(the_device->calls["renew_recordings"], before) << "recorded steps could not be played";
}

}  // namespace
}  // namespace murmur
