// A step that is given up leaves no trace: the run goes on to the bits that it would have had.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "model/step.h"
#include "sim/backends/cpu/lanes_step.h"
#include "sim/backends/cpu/scalar_step.h"
#include "sim/backends/cpu/simd.h"
#include "sim/backends/make_parameters.h"
#include "sim/machine/registry.h"
#include "sim/run/simulation.h"
#include "sim/scenario/source.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

/// Everything that an update changes: targets, alignments, predators and events of the step itself.
constexpr const char* kEventful = R"(preset = "benchmark"
[rules]
alignment = { inertia = 3.0 }
[goal]
path = [[100.0, 100.0], [300.0, 200.0], [50.0, 300.0]]
arrive_radius = 40.0
[[predator]]
max_speed = 3.0
[[species]]
catch_radius = 5.0
caught_by = "hunter"
becomes = "hunter"
[[species]]
name = "hunter"
share = 0.1
[pairs]
alignment = [[1.0, -1.0], [2.0, 1.0]]
[[event]]
step = 3
kind = "scatter"
at = [30.0, 20.0]
[[event]]
step = 3
kind = "add"
at = [10.0, 20.0]
count = 5
[[event]]
step = 4
kind = "startle"
steps = 9
[[event]]
step = 5
kind = "set"
key = "rules.radius"
value = 41.0
)";

std::unique_ptr<Backend<float>> backend_of(const std::string& name) {
  BackendOptions options;
  options.threads = 2;
  return make_backend(name, options);
}

/// As many boids as make a step of some milliseconds, so that a thread can stop it half-way.
ScenarioSource eventful(const std::string& backend) {
  return ScenarioSource::from_text(kEventful, "test", {.boids = backend == "cpu" ? 30000 : 800});
}

class CancelTest : public testing::TestWithParam<const char*> {};

TEST_P(CancelTest, AGivenUpStepLeavesTheRunAsItWas) {
  Simulation<float> whole(eventful(GetParam()), backend_of(GetParam()));
  Simulation<float> stopped(eventful(GetParam()), backend_of(GetParam()));
  std::vector<std::string> events;
  stopped.on_event = [&](const Event& event) { events.push_back(std::string(event_kind_name(event.kind))); };
  std::atomic<bool> cancel{false};
  stopped.cancel_when(cancel);
  int given_up = 0;
  for (int step = 0; step < 8; ++step) {
    const State<float> before = stopped.state();
    // Before the step; then from another thread at some instant of it, as a signal would come.
    for (int delay = -200; delay < 4000; delay += 200) {
      cancel = delay < 0;
      std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::microseconds(delay));
        cancel = true;
      });
      const bool done = stopped.advance();
      other.join();
      if (done) break;
      ++given_up;
      ASSERT_EQ(stopped.step_number(), step);
      const State<float> after = stopped.state();
      ASSERT_EQ(after.position, before.position) << step;
      ASSERT_EQ(after.velocity, before.velocity) << step;
      ASSERT_EQ(after.columns.target, before.columns.target) << step;
      ASSERT_EQ(after.columns.alignment, before.columns.alignment) << step;
      ASSERT_EQ(after.columns.species, before.columns.species) << step;
      ASSERT_EQ(after.predator_position, before.predator_position) << step;
    }
    cancel = false;
    if (stopped.step_number() == step) {
      ASSERT_TRUE(stopped.advance());
    }
    whole.advance();
    ASSERT_EQ(stopped.hash(), whole.hash()) << step;
  }
  EXPECT_GE(given_up, 8);
  EXPECT_EQ(events, (std::vector<std::string>{"scatter", "add", "startle", "set"}));
}

// A row may be most of a step: it is left between two blocks of boids.
TEST(CancelRows, AnUpdateThatIsGivenUpWritesNothing) {
  const Scenario scenario = ScenarioSource::from_text("preset = \"benchmark\"\n", "test").scenario();
  ParameterArrays<float, 2> arrays;
  const auto q = make_parameters<float, 2>(scenario, arrays);
  const auto grid = make_grid(q.world, q.rules.radius, int64_t{1}, 0.0f);
  std::vector<Body<float, 2>> sorted(1 + kBlockPadding), next(sorted);
  sorted[0] = {{{10.0f, 10.0f}}, {{1.0f, 0.0f}}};
  std::vector<uint32_t> starts(static_cast<size_t>(grid.cells()) + 1, 0);
  std::fill(starts.begin() + grid.cell(sorted[0].p) + 1, starts.end(), 1u);
  const uint32_t id = 0;
  std::atomic<uint32_t> fault{kNoId};
  std::atomic<bool> cancel{false};
  const RowUpdateArguments<2> arguments{.parameters = &q,
                                        .grid = &grid,
                                        .column_from = 0,
                                        .column_to = grid.count[0],
                                        .starts = SlabStarts::of_world(starts.data(), grid),
                                        .sorted = sorted.data(),
                                        .next = next.data(),
                                        .ids = &id,
                                        .carried = 0,
                                        .columns = {},
                                        .fault = &fault,
                                        .cancel = &cancel};
  for (const Simd simd : available_simds()) {
    const SumKind kind = kind_with(q.rules.kind, grid.images);
    const auto update = simd == Simd::kScalar ? ScalarStep<2>::rows(kind, grid.images)
                                              : lane_row_update<2>(simd, kind, grid.images);
    for (const bool given_up : {true, false}) {
      cancel = given_up;
      next[0] = {};
      update(arguments, 0, grid.rows());
      EXPECT_EQ(next[0].p[1], given_up ? 0.0f : 10.0f) << simd_name(simd);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, CancelTest, testing::Values("reference", "cpu"));

}  // namespace
}  // namespace murmur
