// A device's flock and its stages at their edges: steps behind a fault, kernels that do not fit, a device that cannot time a
// step, boids added outside the world, no boids, and no room for boids with targets.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/device/runs.h"
#include "model/device/steer_runs.h"
#include "model/device/work.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/device/tuner.h"
#include "sim/backends/make_parameters.h"
#include "sim/backends/reference/reference.h"
#include "support/flock_on.h"
#include "support/lockstep.h"
#include "support/serial_device.h"

namespace murmur {
namespace {

using Atomic = SerialDevice::Atomic;

/// What the update of one boid in the middle of a world reads and writes.
template <int D>
struct OneBoid {
  explicit OneBoid(const std::string& toml) : source(scenario_of(toml)) {
    a.parameters = make_parameters<float, D>(source.scenario(), arrays);
    a.grid = make_grid(a.parameters.world, a.parameters.rules.radius, int64_t{1}, 0.0f);
    Body<float, D> body{};
    for (int k = 0; k < D; ++k) body.p[k] = a.parameters.world.half[k];
    body.v[0] = 1.0f;
    sorted[0] = body;
    starts.assign(static_cast<size_t>(a.grid.cells()) + 1, 0);
    std::fill(starts.begin() + a.grid.cell(body.p) + 1, starts.end(), 1u);
    a.flock.boids = 1;
    a.flock.bodies = bodies.data();
    a.flock.sorted_bodies = sorted.data();
    a.flock.sorted_ids = ids.data();
    a.flock.starts = starts.data();
    a.block = &block;
    a.fault_flag = &fault_flag;
    set_halted(false);
  }
  void set_halted(bool halted) {
    block.step = 6;
    block.fault_step = halted ? 5 : kNever;
    bodies[0] = {};
  }

  ScenarioSource source;
  ParameterArrays<float, D> arrays;
  std::vector<Body<float, D>> bodies = std::vector<Body<float, D>>(33), sorted = bodies;
  std::vector<uint32_t> ids{0}, starts;
  StepBlock block;
  uint32_t fault_flag = 0;
  SteerArguments<D> a{};
};

TEST(DeviceFaults, NoKernelUpdatesABoidAfterAFault) {
  OneBoid<3> one("preset = \"benchmark-3d\"");
  SerialDevice device;
  const SumKind kind = kind_with(one.a.parameters.rules.kind, one.a.grid.images);
  for (int k = 0; k < kUpdateKernels; ++k) {
    const auto kernel = static_cast<UpdateKernel>(k);
    ASSERT_TRUE(fits(kernel, one.a.grid, one.a.parameters.rules, 1)) << name_of(kernel);
    one.set_halted(true);
    device.steer<3>(one.a, kind, kernel);
    EXPECT_EQ(one.bodies[0].p[1], 0.0f) << name_of(kernel);
    one.set_halted(false);
    device.steer<3>(one.a, kind, kernel);
    EXPECT_EQ(one.bodies[0].p[1], one.sorted[0].p[1]) << name_of(kernel);
  }
}

TEST(DeviceFaults, NothingMovesAfterAFault) {
  OneBoid<2> one("preset = \"benchmark\"");
  const AdvanceBoid<2, Atomic, false> advance{one.a};
  one.set_halted(true);
  advance(0);
  EXPECT_EQ(one.bodies[0].p[1], 0.0f);
  one.set_halted(false);
  advance(0);
  EXPECT_EQ(one.bodies[0].p[1], one.sorted[0].p[1]);

  const PredatorRules<float> rules{.max_speed = 3.0f};
  one.a.parameters.behaviours.predator_rules = {&rules, 1};
  Vec<float, 2> p{{10.0f, 20.0f}}, v{{1.0f, 0.0f}};
  const uint64_t none = 0;
  uint32_t fault_flag = 0;
  const StepPredator<2, Atomic> step{one.a.parameters, &one.block, &fault_flag, {&p, &v, 1}, &none,
                                     nullptr,          &p,         &v};
  one.set_halted(true);
  step(0);
  EXPECT_EQ(p[0], 10.0f);
  one.set_halted(false);
  step(0);
  EXPECT_EQ(p[0], 11.0f);
  EXPECT_EQ(fault_flag, 0u);
  v[0] = std::numeric_limits<float>::infinity();
  step(0);
  EXPECT_EQ(fault_flag, 1u);
  EXPECT_EQ(one.block.fault_id, kPredatorFaults);
}

// The host sees a fault when later steps are queued: the first of them writes down which step it was.
TEST(DeviceFaults, TheStepOfAFaultIsKept) {
  StepBlock block, next;
  block.step = 4;
  next.step = 5;
  SetStep{&block, next}(0);
  EXPECT_EQ(block.fault_step, kNever);
  EXPECT_EQ(block.faulty_step(), 5u) << "without a fault, the step itself";
  block.fault_id = 17;
  for (next.step = 6; next.step < 9; ++next.step) {
    SetStep{&block, next}(0);
    EXPECT_EQ(block.step, next.step);
    EXPECT_EQ(block.faulty_step(), 5u);
    EXPECT_TRUE(block.halted());
  }
}

TEST(UpdateKernels, FitGridsAndFlocksTheyCanAddress) {
  const Rules<float> rules{};
  CellGrid<float, 3> grid{
      .count = {40, 10, 10}, .reach = {4, 1, 1}, .inverse = {}, .images = Images::kUnique};
  constexpr int64_t kMost = kRunPlaceMask;
  EXPECT_TRUE(fits(UpdateKernel::kFlat, grid, rules, kMost));
  EXPECT_FALSE(fits(UpdateKernel::kFlat, grid, rules, kMost + 1)) << "places share a word with images";
  EXPECT_TRUE(fits(UpdateKernel::kLoop, grid, rules, kMost + 1));
  EXPECT_TRUE(fits(UpdateKernel::kPairs, grid, rules, kMost + 1));
  EXPECT_TRUE(fits(UpdateKernel::kLists, grid, rules, kMost + 1));
  EXPECT_FALSE(fits(UpdateKernel::kLists, CellGrid<float, 2>{.reach = {4, 1}}, rules, 10));
  grid.images = Images::kNone;
  EXPECT_TRUE(fits(UpdateKernel::kFlat, grid, rules, kMost + 1));
  grid.reach[2] = 2;
  EXPECT_FALSE(fits(UpdateKernel::kFlat, grid, rules, 10));
  EXPECT_TRUE(fits(UpdateKernel::kPairs, grid, rules, 10));
  EXPECT_FALSE(fits(UpdateKernel::kLists, grid, rules, 10)) << "runs of more rows than it has room for";
  grid.reach[2] = 1;
  Rules<float> rare = rules;
  rare.kind = SumKind::any(false);
  EXPECT_FALSE(fits(UpdateKernel::kPairs, grid, rare, 10));
  EXPECT_FALSE(fits(UpdateKernel::kLists, grid, rare, 10));
  grid.images = Images::kChecked;
  EXPECT_FALSE(fits(UpdateKernel::kPairs, grid, rules, 10));
  EXPECT_FALSE(fits(UpdateKernel::kLists, grid, rules, 10));
}

TEST(UpdateKernels, RowsThatReachFurtherAreAtABorderEverywhere) {
  CellGrid<float, 2> grid{
      .count = {40, 40}, .reach = {4, 1}, .inverse = {1.0f, 1.0f}, .images = Images::kNone};
  const Vec<float, 2> middle{{20.5f, 20.5f}};
  EXPECT_FALSE(is_at_border(grid, middle));
  grid.reach[1] = 2;
  EXPECT_TRUE(is_at_border(grid, middle)) << "walks without borders look one row further";
}

TEST(DeviceEdges, ADeviceThatCannotTimeKeepsTheGuess) {
  const auto the_device = std::make_shared<SerialDevice>();
  the_device->has_clock = false;
  the_device->played_time = [](int kernel) {
    return kernel == static_cast<int>(UpdateKernel::kLoop) ? 1.0 : 2.0;
  };
  Simulation<float> run(scenario_of("preset = \"murmuration\"\nboids = 50"), flock_on(the_device));
  for (int step = 0; step < 200; ++step) run.advance();
  EXPECT_EQ(run.backend().kernel(), "flat");
  EXPECT_LE(the_device->calls["steer loop"], Tuner::kMostUnready) << "as long as a time might come";
}

TEST(DeviceEdges, BoidsAddedOutsideTheWorldHaveNeighboursInside) {
  const auto source = scenario_of("preset = \"benchmark\"\n[world]\nsize = [400.0, 300.0]\n");
  const auto the_device = std::make_shared<SerialDevice>();
  const auto device = flock_on(the_device), reference = make_reference_float();
  State<float> state;
  state.position = {10.0f, 150.0f, 390.0f, 150.0f};
  state.velocity = {1.0f, 0.0f, 0.0f, 1.0f};
  for (Backend<float>* const backend : {device.get(), reference.get()}) {
    backend->configure(source.scenario());
    backend->load(state);
    backend->step({});
    backend->add({.position = {-20.0f, 150.0f}, .velocity = {1.0f, 0.0f}});
    backend->add({.position = {430.0f, 140.0f}, .velocity = {1.0f, 0.0f}});
    backend->step({.step = 1});
  }
  EXPECT_EQ(device->hash(), reference->hash());
  EXPECT_EQ(the_device->calls["steer checked"], 1) << "the second step looks for boids outside";
}

// Boids that come into a flock of none follow its goals.
TEST(DeviceEdges, FlocksThatHaveNoBoidsAtTimes) {
  ScenarioOverrides overrides;
  overrides.boids = 0;
  const auto source = scenario_of(
      "preset = \"book\"\n[goal]\npath = [[100.0, 100.0], [500.0, 300.0]]\narrive_radius = 30.0\n",
      overrides);
  const auto user = [](int64_t step, Simulation<float>& run) {
    if (step == 2 || step == 8) run.post({.kind = EventKind::kAdd, .at = {90.0, 80.0}, .count = 3});
    if (step == 6) run.post({.kind = EventKind::kRemove, .count = 9});
  };
  std::vector<std::unique_ptr<Backend<float>>> backends;
  backends.push_back(make_reference_float());
  backends.push_back(make_cpu({.threads = 1}));
  backends.push_back(flock_on(std::make_shared<SerialDevice>()));
  expect_lockstep(source, std::move(backends), 12, user);

  Simulation<float> run(source, flock_on(std::make_shared<SerialDevice>()));
  run.post({.kind = EventKind::kAdd, .at = {95.0, 95.0}, .count = 2});
  run.post({.kind = EventKind::kAdd, .at = {300.0, 95.0}});
  run.advance();
  EXPECT_EQ(run.state().columns.target, (std::vector<uint32_t>{1, 1, 0}))
      << "two have arrived at the first goal";
}

TEST(DeviceEdges, NoBoidsHaveNoInstances) {
  const auto backend = flock_on(std::make_shared<SerialDevice>());
  backend->configure(scenario_of("preset = \"book\"").scenario());
  backend->load({});
  float untouched = 7.0f;
  backend->write_instances(&untouched);
  EXPECT_EQ(untouched, 7.0f);
}

/// A copy in the device's memory holds all that boids have, and goes back to it, there and on another device.
TEST(DeviceEdges, AKeptFlockComesBackWithWhatItsBoidsCarry) {
  for (const char* inertia : {"0.0", "4.0"}) {
    for (const char* tables :
         {"", "[goal]\npath = [[100.0, 100.0], [500.0, 300.0]]\narrive_radius = 90.0\n"}) {
      const ScenarioSource source = scenario_of(fmt::format(
          "preset = \"book\"\nboids = 50\n[rules]\nalignment = {{ inertia = {} }}\n{}", inertia, tables));
      Simulation<float> run(source, flock_on(std::make_shared<SerialDevice>()));
      for (int step = 0; step < 40; ++step) run.advance();
      const auto kept = run.backend().keep();
      const State<float> state = run.state();
      EXPECT_EQ(kept->state().columns.alignment, state.columns.alignment);
      EXPECT_EQ(kept->state().columns.target, state.columns.target);
      EXPECT_EQ(state.columns.alignment.size(), inertia[0] == '0' ? 0u : 100u);
      const RunState before = run.run_state();
      run.advance();
      const uint64_t next = run.hash();
      Simulation<float> other(source, flock_on(std::make_shared<SerialDevice>()));
      for (auto* one : {&run, &other}) {
        one->restore(before, *kept, 40);
        EXPECT_EQ(one->hash(), state_hash(state));
        one->advance();
        EXPECT_EQ(one->hash(), next);
      }
    }
  }
}

TEST(DeviceEdges, BoidsThatCarryMoreNeedMoreRoom) {
  struct Case {
    bool targets, alignments, species;
  };
  for (const auto& [targets, alignments, species] :
       {Case{false, false, false}, {true, false, false}, {true, true, false}, {false, false, true}}) {
    const auto the_device = std::make_shared<SerialDevice>();
    const auto backend = flock_on(the_device);
    const Scenario scenario =
        scenario_of(std::string("preset = \"book\"\nboids = 10\n") +
                    (targets ? "[goal]\npath = [[100.0, 100.0], [500.0, 300.0]]\n" : "") +
                    (alignments ? "[rules]\nalignment = { inertia = 2.0 }\n" : "") +
                    (species ? "[[species]]\n[[species]]\n" : ""))
            .scenario();
    backend->configure(scenario);
    backend->load_start(scenario);
    the_device->most_bytes = 100;
    ParameterArrays<float, 2> arrays;
    const auto q = make_parameters<float, 2>(scenario, arrays);
    const int64_t cells = make_grid(q.world, q.rules.radius, int64_t{1010}, 0.0f).cells();
    const int64_t bytes =
        1010 * (48 + (targets ? 8 : 0) + (alignments ? 16 : 0) + (species ? 8 : 0)) + 8 * cells;
    try {
      backend->add({.position = std::vector<float>(2000, 1.0f), .velocity = std::vector<float>(2000, 1.0f)});
      FAIL() << "fits";
    } catch (const DeviceFailure& failure) {
      EXPECT_TRUE(
          std::string(failure.what())
              .starts_with(fmt::format("the GPU has no room for 1010 boids: they need {} bytes", bytes)))
          << failure.what();
    }
  }
}

}  // namespace
}  // namespace murmur
