// The whole CUDA backend on the simulated device with faults planted in its kernels or in how it is used:
// each is reported by name. The tests cover everything: every kernel of this project runs, and another instruction in
// one's place gives another hash.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "device/device.h"
#include "kernels/cuda_device.h"
#include "kernels/cuda_flock.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cuda.h"
#include "sim/backends/cuda_slab.h"
#include "sim/backends/device/update_kernel.h"
#include "sim/backends/faults.h"
#include "sim/backends/reference/reference.h"
#include "sim/ranks/ranks_backend.h"
#include "sim/scenario/presets.h"
#include "sim/util/errors.h"
#include "support/device_pictures.h"
#include "support/far_pairs.h"
#include "support/lockstep.h"
#include "support/thread_ranks.h"

namespace murmur {
namespace {

using simulated::Device;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

void plant(const std::string& part, const std::string& from, const std::string& to) {
  EXPECT_GT(Device::instance().module().rewrite(part, from, to), 0) << from << " in " << part;
}

class Faults : public testing::Test {
 protected:
  void TearDown() override {
    Device::instance().repair();
    Device::instance().module().restore();
  }
};

/// Options with a kernel; empty: the one that the tuner chooses.
BackendOptions with_kernel(const std::string& kernel) {
  BackendOptions options;
  options.kernel = kernel;
  return options;
}

std::unique_ptr<Simulation<float>> flock(int64_t boids, const std::string& kernel = "",
                                         const std::string& preset = "murmuration") {
  ScenarioOverrides overrides;
  overrides.boids = boids;
  return std::make_unique<Simulation<float>>(ScenarioSource::from_preset(preset, overrides),
                                             make_cuda(with_kernel(kernel)));
}

/// What the device found in some steps, or nothing.
std::string found_in(int64_t boids, int64_t steps) {
  const auto simulation = flock(boids);
  std::vector<float> instances(static_cast<size_t>(boids) * 4);
  try {
    for (int64_t step = 0; step < steps; ++step) simulation->advance();
    simulation->backend().write_instances(instances.data());
    simulation->hash();
    return "nothing";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("the GPU failed at '"));
    return Device::instance().finding();
  }
}

TEST_F(Faults, NoneAreFoundWithoutOne) { EXPECT_EQ(found_in(10, 6), "nothing"); }

TEST_F(Faults, ARaceInTheSort) {
  // The rank of a boid in its cell is lost.
  plant("PlaceInCellILi2E", "add.s32", "max.s32");
  EXPECT_THAT(found_in(3000, 2), AllOf(HasSubstr("data race"), HasSubstr("PlaceInCell<2>"),
                                       HasSubstr("thread"), HasSubstr("line"), HasSubstr("st.global.u32")));
}

TEST_F(Faults, AWriteOneTooFar) {
  plant("WriteInstanceILi2E", "setp.ge.s64", "setp.gt.s64");
  EXPECT_THAT(found_in(10, 1), AllOf(HasSubstr("WriteInstance<2>"), HasSubstr("thread 10 of block 0")));
}

TEST_F(Faults, AMissingBarrierInAKernelWithSharedMemory) {
  plant("sum_cells_kernel", "bar.sync 0;", "membar.cta;");
  EXPECT_THAT(found_in(3000, 2),
              AllOf(HasSubstr("sum_cells_kernel"),
                    AnyOf(HasSubstr("data race at byte"), HasSubstr("shared memory that nobody wrote"))));
}

TEST_F(Faults, UseAfterFree) {
  CudaDevice device(0);
  auto* const counts = static_cast<uint32_t*>(device.allocate(4000));
  auto* const starts = static_cast<uint32_t*>(device.allocate(4000));
  device.zero(counts, 4000);
  device.release(counts);
  EXPECT_THROW(
      {
        device.sums_before(counts, starts, 1000);
        uint32_t unused;
        device.download(&unused, counts, sizeof unused);
      },
      RunError);
  EXPECT_THAT(Device::instance().finding(), AllOf(HasSubstr("sum_cells_kernel"), HasSubstr("freed memory")));
}

TEST_F(Faults, AStaleRecording) {
  CudaDevice device(0);
  void* memory = device.allocate(64);
  const auto stages = [&] { device.zero(memory, 64); };
  device.run(0, stages);
  device.run(0, stages);  // recorded
  device.release(memory);
  memory = device.allocate(64);  // without forget()
  EXPECT_THROW(
      {
        device.run(0, stages);
        device.begin_step(false);
        device.end_step();
        device.times();
      },
      RunError);
  EXPECT_THAT(Device::instance().finding(),
              AllOf(HasSubstr("cudaMemsetAsync writes"), HasSubstr("freed memory")));
}

TEST_F(Faults, HostMemoryIsReadAndWrittenLate) {
  CudaDevice device(0);
  auto* const memory = static_cast<uint32_t*>(device.allocate(4));
  int late = 0;
  for (int round = 0; round < 50; ++round) {
    uint32_t value = 1;
    device.upload(memory, &value, 4);
    ASSERT_EQ(cudaMemcpyAsync(memory, &value, 4, cudaMemcpyHostToDevice, device.stream()), cudaSuccess);
    value = 2;  // too early
    uint32_t seen = 0;
    device.download(&seen, memory, 4);
    late += seen == 2;
  }
  EXPECT_GT(late, 25);
  device.release(memory);
}

TEST_F(Faults, StagesThatCannotBeRecordedRunOneByOne) {
  CudaDevice device(0);
  auto* const memory = static_cast<uint32_t*>(device.allocate(4));
  for (uint32_t round = 1; round <= 4; ++round) {
    uint32_t found = 0;
    device.upload(memory, &round, sizeof round);
    device.run(0, [&] { device.download(&found, memory, sizeof found); });  // a wait
    EXPECT_EQ(found, round);
    EXPECT_EQ(device.is_recorded(0), round > 2) << "known for good";
  }
  EXPECT_THAT(device.description(), AllOf(HasSubstr(", steps are not recorded: "),
                                          HasSubstr("not permitted when stream is capturing")));
  device.release(memory);
}

TEST_F(Faults, ADriverThatRefusesGraphsKeepsTheFlock) {
  const auto hash = [] {
    const auto simulation = flock(50);
    for (int step = 0; step < 9; ++step) simulation->advance();
    return std::pair(simulation->hash(), simulation->backend().description());
  };
  const auto [right, described] = hash();
  EXPECT_THAT(described, Not(HasSubstr("recorded")));
  for (const char* call : {"cudaStreamBeginCapture", "cudaStreamEndCapture", "cudaGraphInstantiate"}) {
    SCOPED_TRACE(call);
    Device::instance().fail(call, 1, cudaErrorUnknown);
    EXPECT_EQ(hash(), std::pair(right, described)) << "once";
    Device::instance().set_machine({.faults = {{0, call, cudaErrorUnknown}}});
    const auto [always, why] = hash();
    EXPECT_EQ(always, right);
    EXPECT_THAT(why, HasSubstr(", steps are not recorded: the GPU failed at '"));
    Device::instance().repair();
  }
}

TEST_F(Faults, ALaunchThatNeedsMoreMemorySaysHowMuchIsFree) {
  const auto simulation = flock(50);
  Device::instance().fail("cudaLaunchKernel", 1, cudaErrorMemoryAllocation);
  try {
    simulation->advance();
    FAIL() << "launched";
  } catch (const DeviceMemoryFull& full) {
    EXPECT_THAT(full.what(), AllOf(HasSubstr("the GPU's memory is full: 4.00 GiB are free"),
                                   HasSubstr("; use fewer boids or --backend cpu")));
  }
}

TEST_F(Faults, ATileOfTheSumsThatIsWaitedForInVainEndsTheRun) {
  plant("sum_cells_kernel", "1073741823",
        "1073741822");                             // in an odd round every word seems to be of another one
  plant("sum_cells_kernel", "16777216", "20000");  // looks at it
  CudaDevice device(0);
  constexpr size_t kBytes = 9000 * sizeof(uint32_t);
  auto* const counts = static_cast<uint32_t*>(device.allocate(2 * kBytes));
  device.zero(counts, 2 * kBytes);
  std::vector<uint32_t> sums(9000);
  device.sums_before(counts, counts + 9000, 9000);
  device.download(sums.data(), counts + 9000, kBytes);
  device.sums_before(counts, counts + 9000, 9000);
  try {
    device.download(sums.data(), counts + 9000, kBytes);
    FAIL() << "went on";
  } catch (const DeviceFailure& failure) {
    EXPECT_THAT(failure.what(),
                AllOf(HasSubstr("the GPU failed at 'summing up the cells'"), HasSubstr("in vain")));
  }
  EXPECT_THROW(device.begin_step(false), DeviceFailure);
  EXPECT_EQ(Device::instance().finding(), "");
  device.release(counts);
}

/// The flock after some steps of everything: all rules, behaviours, events and drawing.
void run_flock(const std::string& size, const std::string& rest, int64_t steps,
               const std::string& kernel = "") {
  const auto source =
      scenario_of("preset = \"benchmark\"\nboids = 60\n[world]\nsize = " + size + "\n" + rest);
  expect_lockstep(source, make_reference_float(), make_cuda(with_kernel(kernel)), steps, busy_user);
}

/// The same on two ranks, with all that moves boids between them.
void fly_on_ranks(const std::string& size) {
  const SlabMakers cuda{make_cuda_slab_2d, make_cuda_slab_3d, ""};
  const auto source = scenario_of("preset = \"benchmark\"\nboids = 90\n[world]\nsize = " + size +
                                  "\nboundary = \"soft\"\npush = 0.1\nmetric = \"wrapped\"\n[rules]\n"
                                  "max_speed = 9.0\n[[predator]]\nmax_speed = 3.0\n");
  with_thread_ranks(
      2,
      [&](Ranks& ranks) {
        expect_lockstep(source, make_reference_float(), make_ranks_backend(ranks, with_kernel(""), &cuda), 30,
                        busy_user);
      },
      cuda);
}

/// Birds are drawn in the order of ids.
void expect_instances_by_id(Simulation<float>& simulation) {
  auto& flock = dynamic_cast<DeviceInstances&>(simulation.backend());
  const State<float> state = simulation.state();
  const size_t each = 2 * static_cast<size_t>(state.dimensions);
  std::vector<float> instances(static_cast<size_t>(state.count()) * each);
  void* const memory = flock.device().allocate(instances.size() * sizeof(float));
  flock.write_instances_on_device(static_cast<float*>(memory), nullptr, true, DrawnColumn::kSpecies);
  flock.device().download(instances.data(), memory, instances.size() * sizeof(float));
  flock.device().release(memory);
  for (size_t k = 0; k < instances.size(); ++k) {
    const size_t at = k / each * (each / 2) + k % (each / 2);
    ASSERT_EQ(instances[k], k % each < each / 2 ? state.position[at] : state.velocity[at]) << k;
  }
}

/// So are their species, also in the order of instances, which is that of the cpu backend.
void expect_species(const ScenarioSource& source, int steps) {
  Simulation<float> simulation(source, make_cuda({})), cpu(source, make_cpu({}));
  for (int step = 0; step < steps; ++step) simulation.advance(), cpu.advance();
  auto& flock = dynamic_cast<DeviceInstances&>(simulation.backend());
  const std::vector<uint32_t> kept = simulation.state().columns.species;
  std::vector<float> by_id(kept.size()), species(kept.size()), on_cpu(kept.size());
  void* const memory = flock.device().allocate(kept.size() * sizeof(float));
  flock.write_instances_on_device(nullptr, static_cast<float*>(memory), true, DrawnColumn::kSpecies);
  flock.device().download(by_id.data(), memory, by_id.size() * sizeof(float));
  flock.device().release(memory);
  EXPECT_EQ(by_id, std::vector<float>(kept.begin(), kept.end()));
  simulation.backend().write_column(DrawnColumn::kSpecies, species.data());
  cpu.backend().write_column(DrawnColumn::kSpecies, on_cpu.data());
  EXPECT_EQ(species, on_cpu);
  EXPECT_NE(species, by_id) << "another order";
}

/// Every operation of custom rules, and a number that boids keep.
constexpr const char* kCustomRule =
    "[[rule]]\nrange = 40.0\nsums.pull = \"unit(d) * exp(0 - r / 20)\"\nsums.few = \"r < 30 or r <= 12 ? 1 : "
    "0\"\n"
    "when = \"few > 0\"\nadd = \"limit(pull / max(few, 1), 0.1) + 0.01 * log(1 + abs(floor(sin(time)))) * v "
    "* "
    "min(cos(p.x), noise(p / 30, 2)) * sqrt(random(5)) * (id + step)\"\n"
    "sums.told = \"heard_j\"\nstate.heard = { start = 1.0, next = \"heard + told / 9\" }\n";

TEST(SimulatedKernels, AreAllRun) {
  for (const char* size :
       {"[400.0, 300.0]", "[190.0, 210.0, 240.0]", "[120.0, 60.0]", "[120.0, 60.0, 70.0]"}) {
    for (const char* metric : {"plain", "wrapped"}) {
      run_flock(size, std::string("metric = \"") + metric + "\"\n[rules]\nnearest = \"octants\"\n", 2);
      for (const char* rules : {"", "[rules]\nnearest = 4\n", "[rules]\nnearest = \"octants\"\n"})
        run_flock(size, std::string("metric = \"") + metric + "\"\n" + rules + kCustomRule, 2);
      const bool has_layers = std::string(size).find(',') != std::string(size).rfind(',');
      const std::string wall = std::string("[[wall]]\nblocks_view = true\n") +
                               (has_layers ? "box = { at = [60.0, 30.0, 30.0], size = [8.0, 8.0, 8.0] }\n"
                                           : "circle = { at = [60.0, 30.0], radius = 8.0 }\n");
      for (const std::string& kernel : update_kernel_names())
        run_flock(size, std::string("metric = \"") + metric + "\"\n" + wall, 2, kernel);
      run_flock(size, std::string("metric = \"") + metric + "\"\n[rules]\nnearest = 4\n" + wall, 2);
      for (const char* falloff : {"none", "inverse", "inverse-square"}) {
        for (const char* target : {"centroid", "position-sum"}) {
          for (const char* view : {"360.0", "200.0"}) {
            const std::string rules = std::string("metric = \"") + metric +
                                      "\"\n[rules]\nfield_of_view = " + view +
                                      "\nseparation = { falloff = \"" + falloff +
                                      "\" }\ncohesion = { target = \"" + target + "\" }\n";
            for (const char* species : {"", "[[species]]\n[[species]]\n"}) {
              for (const std::string& kernel : update_kernel_names())
                run_flock(size, rules + species, 2, kernel);
              run_flock(size, rules + "nearest = 5\n" + species, 2);
            }
          }
        }
      }
    }
  }
  run_flock("[400.0, 300.0]", "[[wall]]\ncircle = { at = [200.0, 150.0], radius = 120.0 }\n", 2);
  run_flock("[190.0, 210.0, 240.0]",
            "[[wall]]\nbox = { at = [60.0, 70.0, 80.0], size = [60.0, 60.0, 60.0] }\n", 2);
  for (const char* size : {"[400.0, 300.0]", "[190.0, 210.0, 240.0]"}) {
    run_flock(size,
              "boundary = \"soft\"\npush = 0.1\nmetric = \"wrapped\"\n[[predator]]\nmax_speed = "
              "3.0\n[[predator]]\nflocks = true\n",
              12);
    run_flock(size,
              "[[species]]\nname = \"a\"\n[[species]]\nname = \"b\"\ncatch_radius = 10.0\ncaught_by = "
              "\"a\"\nbecomes = \"a\"\n",
              2);
    Simulation<float> simulation(
        scenario_of(std::string("preset = \"benchmark\"\nboids = 60\n[world]\nsize = ") + size),
        make_cuda({}));
    std::vector<float> instances(60 * 6);
    simulation.backend().write_instances(instances.data());
    expect_instances_by_id(simulation);
    expect_species(scenario_of(std::string("preset = \"benchmark\"\nboids = 60\n[world]\nsize = ") + size +
                               "\n[[species]]\n[[species]]\n[[species]]\n"),
                   3);
    simulation.backend().scatter(std::vector<double>(simulation.scenario().world.size.size(), 1.0), 0.1, 1e9);
    simulation.backend().remove(5);
    expect_picks(simulation, {3, 50});
    for (const char* metric : {"wrapped", "plain"}) {
      simulation.post({.kind = EventKind::kSet, .key = "world.metric", .value = std::string(metric)});
      simulation.post({.kind = EventKind::kSet, .key = "world.boundary", .value = std::string("bounce")});
      simulation.advance();
      FlockQuestions asked{.boid = 3, .near = AroundPixel{100.0f, 100.0f, 90.0f, 10.0f}, .sums = true};
      asked.camera.half_width = asked.camera.half_height = 1.0f;
      asked.camera.matrix[0] = asked.camera.matrix[5] = asked.camera.matrix[15] = 1.0f;
      EXPECT_EQ(simulation.backend().read(asked).boid.count(), 1);
      std::vector<uint32_t> pixels(4);
      EXPECT_TRUE(simulation.backend().count_pixels(asked.camera, pixels));
    }
    expect_pictures_of_the_host(simulation.backend(), simulation.scenario().world.size, nullptr);
    fly_on_ranks(size);
  }
  const std::vector<std::string> ran = Device::instance().launched();
  for (const std::string& name : Device::instance().module().names()) {
    const bool ours =
        name.find("for_each_kernel") != std::string::npos || name.find("steer_") != std::string::npos;
    EXPECT_TRUE(!ours || std::find(ran.begin(), ran.end(), name) != ran.end()) << name << " did not run";
  }
}

TEST_F(Faults, AnotherInstructionGivesAnotherHash) {
  for (const auto& [kernel, name] : {std::pair<std::string, std::string>("loop", "steer_kernel"),
                                     {"flat", "steer_runs_kernel"},
                                     {"pairs", "steer_pairs_kernel"},
                                     {"lists", "steer_lists_kernel"}}) {
    const auto hash = [this, &kernel = kernel] {
      const auto simulation = flock(300, kernel, kernel == "lists" ? "benchmark-3d" : "murmuration");
      for (int step = 0; step < 5; ++step) simulation->advance();
      EXPECT_EQ(simulation->backend().kernel(), kernel);
      return simulation->hash();
    };
    const uint64_t right = hash();
    for (const auto& [from, to] : {std::pair("sub.rn.f32", "add.rn.f32"),
                                   {"setp.geu.f32", "setp.num.f32"},
                                   {"rcp.rn.f32", "abs.f32 "}}) {
      plant(name, from, to);
      EXPECT_NE(hash(), right) << to << " for " << from << " in " << kernel;
      Device::instance().module().restore();
    }
    EXPECT_EQ(hash(), right);
  }
}

TEST_F(Faults, ListsWithoutSlackLoseNeighbours) {
  const State<float> state = far_pairs();
  const auto hash = [&] {
    Simulation<float> simulation(far_pairs_scenario(), make_cuda(with_kernel("lists")), state);
    simulation.advance();
    return simulation.hash();
  };
  const uint64_t right = hash();
  plant("steer_lists_kernel", "0f35800000", "0f00000000");  // 2^-20
  EXPECT_NE(hash(), right);
}

}  // namespace
}  // namespace murmur
