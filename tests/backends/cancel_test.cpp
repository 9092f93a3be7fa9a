// A step that is given up leaves no trace: the run goes on to the bits that it would have had.
#include <atomic>
#include <thread>

#include <gtest/gtest.h>

#include "sim/machine/registry.h"
#include "sim/run/simulation.h"
#include "sim/scenario/source.h"
#include "sim/scenario/words.h"

namespace murmur {
namespace {

/// Everything that an update changes: targets, predators and events of the step itself.
constexpr const char* kEventful = R"(preset = "benchmark"
[goal]
path = [[100.0, 100.0], [300.0, 200.0], [50.0, 300.0]]
arrive_radius = 40.0
[[predator]]
max_speed = 3.0
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
      ASSERT_EQ(after.target, before.target) << step;
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

INSTANTIATE_TEST_SUITE_P(Backends, CancelTest, testing::Values("reference", "cpu"));

}  // namespace
}  // namespace murmur
