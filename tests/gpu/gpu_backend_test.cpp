// The cuda backend against cpu, bit for bit, on a GPU or, smaller, on the simulated device: every preset in
// 2-D and 3-D, events, behaviours, faults, flocks that grow. What is not CUDA in it is tested everywhere by
// device_pipeline_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cuda.h"
#include "sim/backends/device/update_kernel.h"
#include "sim/backends/reference/reference.h"
#include "sim/scenario/presets.h"
#include "sim/util/errors.h"
#include "support/device_pictures.h"
#include "support/device_share.h"
#include "support/far_pairs.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/serial_device.h"
#include "support/trial.h"

namespace murmur {
namespace {

class Gpu : public testing::Test {
 protected:
  void SetUp() override {
    std::string why;
    if (cuda_devices(&why).empty()) GTEST_SKIP() << why;
  }
};
BackendOptions with_kernel(const std::string& kernel) {
  BackendOptions options;
  options.kernel = kernel;
  return options;
}

/// Every update kernel.
class GpuKernels : public Gpu, public testing::WithParamInterface<std::string> {};
std::string as_it_is(const testing::TestParamInfo<std::string>& info) { return info.param; }
INSTANTIATE_TEST_SUITE_P(All, GpuKernels, testing::ValuesIn(update_kernel_names()), as_it_is);

class GpuPresets : public Gpu, public testing::WithParamInterface<std::string> {};

ScenarioSource preset(const std::string& name, int64_t boids) {
  ScenarioOverrides overrides;
  overrides.boids = boids;
  return ScenarioSource::from_preset(name, overrides);
}

TEST_P(GpuPresets, EqualsTheCpu) {
  const ScenarioSource source = preset(GetParam(), on_device(2000, 200));
  expect_lockstep(source, make_cpu({}), make_cuda({}), on_device(300, 25), busy_user);
  const State<float> state = settled(source, 1000);
  expect_lockstep(source, make_cpu({}), make_cuda({}), on_device(100, 10), busy_user, &state);
}

TEST_P(GpuPresets, ManyBoidsEqualTheCpu) {
  expect_lockstep(preset(GetParam(), on_device(100000, 4000)), make_cpu({}), make_cuda({}), on_device(10, 2));
}

std::string with_underscores(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, GpuPresets, testing::ValuesIn(preset_names()), with_underscores);

TEST_F(Gpu, RandomFlocksEqualTheReference) {
  const std::vector<Stepper> steppers = device_steppers();
  for (uint64_t seed = 1; seed <= static_cast<uint64_t>(on_device(60, 8)); ++seed)
    ASSERT_EQ(difference_of(random_trial(seed, on_device(300, 100)), steppers), "") << "seed " << seed;
}

/// What the window asks in each picture. A device of plain loops has the same answers (window/flock_reader_test.cpp).
FlockAnswers answers_of(std::unique_ptr<Backend<float>> backend, const ScenarioSource& source,
                        const FlockQuestions& asked) {
  Simulation<float> simulation(source, std::move(backend));
  for (int step = 0; step < 5; ++step) simulation.advance();
  return simulation.backend().read(asked);
}

TEST_F(Gpu, AnswersTheWindowAsPlainLoopsDo) {
  for (const char* name : {"murmuration", "book", "cis565", "starlings"}) {
    const ScenarioSource source = preset(name, on_device(20000, 1500));
    FlockQuestions asked{.boid = 7, .near = AroundPixel{100.0f, -100.0f, 600.0f, 61.0f}, .sums = true};
    asked.camera.half_width = asked.camera.half_height = 1.0f;  // a pixel is 1 unit
    asked.camera.matrix[0] = asked.camera.matrix[5] = asked.camera.matrix[15] = 1.0f;
    FlockAnswers device = answers_of(make_cuda({}), source, asked);
    FlockAnswers loops = answers_of(flock_on(std::make_shared<SerialDevice>()), source, asked);
    EXPECT_EQ(device.boid.position, loops.boid.position) << name;
    EXPECT_EQ(device.boid.velocity, loops.boid.velocity) << name;
    EXPECT_EQ(device.neighbour_count, loops.neighbour_count) << name;
    EXPECT_EQ(device.neighbours.size(), loops.neighbours.size()) << name;
    EXPECT_EQ(device.seen, loops.seen) << name;
    EXPECT_GT(device.seen_ids.size(), 0u) << name;
    EXPECT_EQ(device.seen_ids, loops.seen_ids) << name;
    EXPECT_EQ(device.sums->speeds, loops.sums->speeds) << name;
    EXPECT_EQ(device.sums->speed, loops.sums->speed) << name;
    EXPECT_EQ(device.sums->heading, loops.sums->heading) << name;
    EXPECT_EQ(device.sums->pairs, loops.sums->pairs) << name;
    EXPECT_EQ(device.sums->sampled, loops.sums->sampled) << name;
  }
}

TEST_F(Gpu, DrawsWithTheBytesOfTheHost) {
  const DrawnColumn species = DrawnColumn::kSpecies;
  for (const char* name : {"murmuration", "cis565"}) {
    SCOPED_TRACE(name);
    Simulation<float> simulation(two_species(name, on_device(20000, 300)), make_cuda({}));
    for (int step = 0; step < 3; ++step) simulation.advance();
    expect_pictures_of_the_host(simulation.backend(), simulation.scenario().world.size, &species);
  }
}

// nvcc makes a minimum of x < 0 ? x : 0, which is -0 for an x of -0: here of boids that are too fast for float32, whose velocity
// becomes -0 against the normal of a solid obstacle.
TEST_F(Gpu, ZerosHaveTheSignOfTheReference) {
  expect_lockstep(
      scenario_of("preset = \"benchmark\"\nboids = 40\n[world]\nsize = [100.0, 80.0]\n[rules]\nradius = "
                  "0.5\nseparation_radius = 0.2\n[[obstacle]]\nat = [50.0, 40.0]\nradius = "
                  "60.0\nstrength = -3e38\nsolid = true\n"),
      make_reference_float(), make_cuda({}), 3);
}

TEST_F(Gpu, PicksWhatSavingTells) {
  ScenarioOverrides overrides;
  overrides.boids = 5000;
  overrides.set = {{"predator", "[{}, {}]"}};
  for (const char* name : {"murmuration", "cis565"}) {
    const auto source = ScenarioSource::from_preset(name, overrides);
    Simulation<float> simulation(source, make_cuda({}));
    for (int step = 0; step < 5; ++step) simulation.advance();
    expect_picks(simulation, {4999, 0, 77});
  }
}

TEST_P(GpuKernels, EverySumAndImageEqualsTheReference) {
  for (const char* size : {"[400.0, 300.0]", "[190.0, 210.0, 240.0]", "[120.0, 60.0]"}) {
    for (const char* metric : {"plain", "wrapped"}) {
      for (const char* falloff : {"none", "inverse", "inverse-square"}) {
        for (const char* target : {"centroid", "position-sum"}) {
          for (const char* view : {"360.0", "200.0"}) {
            const std::string toml = std::string("preset = \"benchmark\"\nboids = 500\n[world]\nsize = ") +
                                     size + "\nmetric = \"" + metric +
                                     "\"\n[rules]\nfield_of_view = " + view +
                                     "\nseparation = { falloff = \"" + falloff +
                                     "\" }\ncohesion = { target = \"" + target + "\" }\n";
            expect_lockstep(scenario_of(toml), make_reference_float(), make_cuda(with_kernel(GetParam())),
                            on_device(25, 3));
            if (HasFatalFailure()) FAIL() << toml;
          }
        }
      }
    }
  }
}

TEST_P(GpuKernels, WithBehavioursEqualsTheReference) {
  for (const char* world :
       {"size = [400.0, 300.0]\nmetric = \"wrapped\"", "size = [400.0, 300.0]\nmetric = \"plain\"",
        "size = [190.0, 210.0, 240.0]\nmetric = \"wrapped\"",
        "size = [190.0, 210.0, 240.0]\nmetric = \"plain\""}) {
    for (const char* rules : {"",
                              "[rules]\nfield_of_view = 200.0\nseparation = { falloff = \"inverse\" }\n"
                              "alignment = { inertia = 3.0 }\n"}) {
      const std::string axis = std::string(world).find("190") == std::string::npos ? "" : ", 100.0";
      const auto source = scenario_of(
          "preset = \"benchmark\"\nboids = 500\nseed = 7\n[world]\n" + std::string(world) + "\n" + rules +
          "[wind]\nvelocity = [1.0, -0.5" + (axis.empty() ? "" : ", 0.2") +
          "]\n[goal]\npath = [[100.0, 100.0" + axis + "], [50.0, 180.0" + axis +
          "]]\n[[obstacle]]\nat = [100.0, 100.0" + axis +
          "]\nradius = 40.0\navoid = \"push\"\n[[predator]]\nmax_speed = 3.0\n[perching]\nmean_rest = 5.0\n");
      const auto cuda = [] { return make_cuda(with_kernel(GetParam())); };
      expect_lockstep(source, make_reference_float(), cuda(), on_device(100, 8), busy_user);
      if (HasFatalFailure()) FAIL() << world << rules;
    }
  }
}

TEST_P(GpuKernels, RunWhereTheyFit) {
  for (const char* name : {"murmuration", "cis565"}) {
    Simulation<float> simulation(preset(name, 300), make_cuda(with_kernel(GetParam())));
    for (int step = 0; step < 6; ++step) simulation.advance();
    const bool fits = GetParam() != "lists" || simulation.scenario().dimensions() == 3;
    EXPECT_EQ(simulation.backend().kernel(), fits ? GetParam() : "loop") << name;
  }
}

TEST_P(GpuKernels, NeighboursThatAreAlmostTooFarAreNotLeftOut) {
  const State<float> state = far_pairs();
  expect_lockstep(far_pairs_scenario(), make_reference_float(), make_cuda(with_kernel(GetParam())), 1, {},
                  &state);
}

// `lists` gives the boids of a block that lies in a row of cells to its threads in another order.
TEST_F(Gpu, BlocksInRowsOfCellsEqualTheReference) {
  for (const char* metric : {"plain", "wrapped"}) {
    const auto source = scenario_of(fmt::format(
        "preset = \"benchmark-3d\"\nboids = 1200\n[world]\nsize = [190.0, 210.0, 240.0]\nmetric = \"{}\"\n"
        "[start]\npositions = \"patch\"\nat = [80.0, 40.0, 40.0]\nsize = [100.0, 80.0, 80.0]\n",
        metric));
    expect_lockstep(source, make_reference_float(), make_cuda(with_kernel("lists")), on_device(100, 1));
  }
}

TEST_F(Gpu, AKernelThatIsNotThereIsAUsersMistake) { EXPECT_THROW(make_cuda(with_kernel("fast")), UserError); }

// Long enough for two looks: steps of all kernels, timed and not, recorded and not.
TEST_F(Gpu, TheChoiceOfKernelsChangesNoBit) {
  for (const char* name : {"murmuration", "cis565"}) {
    const auto source = preset(name, on_device(3000, 150));
    expect_lockstep(source, make_cpu({}), make_cuda({}), 200,
                    [](int64_t step, Simulation<float>& simulation) {
                      if (step % 90 != 50) return;
                      Event event;
                      event.kind = EventKind::kAdd;
                      event.at.assign(static_cast<size_t>(simulation.scenario().dimensions()), 20.0);
                      event.count = 30;
                      simulation.post(event);
                    });
  }
}

TEST_F(Gpu, BehavioursAndBoidsOutsideEqualTheCpu) {
  const auto all = scenario_of(
      "preset = \"benchmark\"\nboids = " + std::to_string(on_device(3000, 300)) +
      "\nseed = 7\n[world]\nsize = [900.0, 800.0]\nboundary = "
      "\"soft\"\nmargin = 60.0\npush = 0.05\n"
      "[wind]\nvelocity = [1.0, -0.5]\ngust = { probability = 0.1, duration = 3, strength = 0.5 }\n"
      "[goal]\npath = [[100.0, 100.0], [300.0, 250.0], [50.0, 280.0]]\n[cursor]\nat = [200.0, 150.0]\nmode = "
      "\"attract\"\n"
      "[[obstacle]]\nat = [100.0, 100.0]\nradius = 40.0\navoid = \"push\"\n[[obstacle]]\nat = [250.0, "
      "200.0]\nradius = 60.0\navoid = \"look-ahead\"\n"
      "[[predator]]\nmax_speed = 3.0\n[[predator]]\nat = [10.0, 10.0]\n[terrain]\nhill = { at = [200.0, "
      "150.0], radius = 90.0, height = 70.0 }\n"
      "[perching]\nmean_rest = 5.0\n");
  expect_lockstep(all, make_cpu({}), make_cuda({}), on_device(200, 20), busy_user);
}

TEST_F(Gpu, RecordedStepsFollowChangesOfEverything) {
  expect_lockstep(
      preset("murmuration", on_device(5000, 100)), make_cpu({}), make_cuda({}), on_device(120, 70),
      [](int64_t step, Simulation<float>& simulation) {
        Event event;
        event.kind = step % 9 == 0 ? EventKind::kAdd : step % 9 == 4 ? EventKind::kSet : EventKind::kStartle;
        event.at = {10.0, 20.0};
        event.count = step * on_device(50, 2);  // beyond every headroom
        event.key = "rules.radius";
        event.value = std::to_string(40 + step) + ".0";
        if (step % 9 == 0 || step % 9 == 4 || step % 9 == 7) simulation.post(event);
        if (step == 60) {
          Event restart;
          restart.kind = EventKind::kPreset;
          restart.preset = "ruby";
          simulation.post(restart);
        }
      });
}

TEST_F(Gpu, InstancesEqualTheCpus) {
  const int64_t boids = on_device(4000, 400);
  for (const char* name : {"murmuration", "cis565"}) {
    Simulation<float> cuda(preset(name, boids), make_cuda({})), cpu(preset(name, boids), make_cpu({}));
    std::vector<float> a(static_cast<size_t>(boids * instance_floats(cpu.scenario().dimensions()))),
        b(a.size());
    for (int step = 0; step < 10; ++step) {
      cuda.backend().write_instances(a.data());
      cpu.backend().write_instances(b.data());
      ASSERT_EQ(a, b) << name << " after step " << step;
      cuda.advance();
      cpu.advance();
    }
    EXPECT_EQ(cuda.hash(), cpu.hash());
  }
}

TEST_F(Gpu, AFaultNamesItsStepAndLowestIdThoughTheHostIsAhead) {
  const auto source = scenario_of("preset = \"benchmark\"\nboids = 3\n[world]\nsize = [4000.0, 4000.0]\n");
  State<float> state;
  const float infinity = std::numeric_limits<float>::infinity();
  state.position = {100.0f, 100.0f, 2000.0f, 100.0f, 2000.0f, 3000.0f};
  state.velocity = {1.0f, 0.0f, infinity, 0.0f, infinity, 0.0f};
  const auto backend = make_cuda({});
  backend->configure(source.scenario());
  backend->load(state);
  try {
    StepInput input;
    for (input.step = 41; input.step < 200; ++input.step) backend->step(input);
    backend->hash();
    FAIL() << "went on";
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("boid 1 "), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("after step 42"), std::string::npos) << error.what();
  }
}

TEST_F(Gpu, ADeviceThatIsNotThereIsAUsersMistake) {
  EXPECT_THROW(make_cuda({0, Simd::kAuto, 99}), UserError);
}

TEST_F(Gpu, PhasesAreTimed) {
  Simulation<float> simulation(preset("benchmark", on_device(20000, 1000)), make_cuda({}));
  simulation.time_phases(true);
  for (int step = 0; step < 6; ++step) simulation.advance();
  const PhaseTimes times = simulation.backend().last_step_times();
  EXPECT_GT(times.total, 0.0);
  EXPECT_GT(times.sort, 0.0);
  EXPECT_GT(times.rules, 0.0);
  EXPECT_LE(times.sort + times.rules, times.total * 1.001);
}

}  // namespace
}  // namespace murmur
