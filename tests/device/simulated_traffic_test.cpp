// What passes between host and device while a flock flies, counted on the simulated device: no count may grow with the number of
// boids from step to step.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "device/device.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/backends/cuda.h"
#include "sim/scenario/source.h"
#include "support/live_flock.h"

namespace murmur {
namespace {

using simulated::Device;
using simulated::Traffic;

class SimulatedTraffic : public testing::Test {
 protected:
  ~SimulatedTraffic() override { Device::instance().repair(); }

  static std::unique_ptr<Simulation<float>> flock(int64_t boids, const std::string& more = "") {
    const std::string text = "preset = \"murmuration\"\nboids = " + std::to_string(boids) + "\n" + more;
    return std::make_unique<Simulation<float>>(ScenarioSource::from_text(text, "test"),
                                               make_cuda({.kernel = "loop"}));
  }
  static Traffic::Row taken() { return Device::instance().traffic().take(); }
};

constexpr const char* kPredators =
    "[[predator]]\nmax_speed = 3.0\n[[predator]]\nflocks = true\n[goal]\npath = [[9.0, 9.0], [90.0, 60.0]]\n";

constexpr uint64_t kBytesOfPredators = 2 * 16;  // places and velocities of two, for pictures

TEST_F(SimulatedTraffic, StepsAreThrottled) {
  const auto simulation = flock(200);
  for (int step = 0; step < 10; ++step) simulation->advance();
  taken();
  for (int step = 0; step < 60; ++step) simulation->advance();
  const Traffic::Row row = taken();
  EXPECT_LE(row.queue_peak, 4);
  EXPECT_EQ(row.waits, 60u) << "for the step four steps before";
  EXPECT_EQ(row.graph_launches, 60u);
  EXPECT_EQ(row.launches, 60u) << "of what is new in each step";
  EXPECT_EQ(row.graph_nodes, 60u * 5) << "count, sums, place, gather, update";
  EXPECT_EQ(row.bytes_down + row.bytes_up + row.allocations, 0u);
}

// A clock between two kernels is a node of a step, too.
TEST_F(SimulatedTraffic, PhasesAreTimedWhereTheyAreAskedFor) {
  const auto simulation = flock(200);
  for (const bool asked : {false, true, false}) {
    simulation->time_phases(asked);
    for (int step = 0; step < 10; ++step) simulation->advance();
    taken();
    for (int step = 0; step < 10; ++step) simulation->advance();
    EXPECT_EQ(taken().graph_nodes, 10u * (asked ? 6 : 5));
    const PhaseTimes times = simulation->backend().last_step_times();
    EXPECT_EQ(times.sort > 0.0 && times.rules > 0.0, asked);
    EXPECT_GT(times.total, 0.0);
  }
}

TEST_F(SimulatedTraffic, TheUpdateOfALongStepIsInParts) {
  const auto simulation = flock(200);
  Simulation<float> cpu(simulation->source(), make_cpu({}));
  for (const bool slow : {false, true, false}) {
    Device::instance().slow_down(slow ? 1e6 : 1.0);
    for (int step = 0; step < 10; ++step) simulation->advance();
    taken();
    for (int step = 0; step < 10; ++step) simulation->advance();
    EXPECT_EQ(taken().graph_nodes, 10u * (4 + (slow ? 64 : 1)));
    for (int step = 0; step < 20; ++step) cpu.advance();
    EXPECT_EQ(simulation->hash(), cpu.hash());
  }
}

TEST_F(SimulatedTraffic, AMovingCursorNeedsNoWait) {
  const auto simulation =
      flock(200, std::string("[cursor]\nat = [50.0, 50.0]\nmode = \"attract\"\n") + kPredators);
  const auto advance = [&](int step) {
    simulation->post(
        {.kind = EventKind::kSet, .key = "cursor.at", .value = std::vector<double>{50.0 + 0.5 * step, 60.0}});
    simulation->advance();
  };
  for (int step = 0; step < 10; ++step) advance(step);
  taken();
  for (int step = 10; step < 70; ++step) advance(step);
  const Traffic::Row row = taken();
  EXPECT_EQ(row.graph_launches, 60u);
  EXPECT_EQ(row.launches, 60u) << "of what is new in each step";
  EXPECT_EQ(row.waits, 60u) << "for the step four steps before";
  EXPECT_EQ(row.bytes_down, 60u * kBytesOfPredators);
  EXPECT_EQ(row.bytes_up + row.allocations, 0u);
}

/// Mean times of 20 steps. The simulated clock counts instructions.
PhaseTimes times_of(Simulation<float>& simulation, bool pictures) {
  PhaseTimes sums;
  simulation.time_phases(true);
  std::vector<float> instances(static_cast<size_t>(simulation.count()) * 4);
  for (int step = 0; step < 30; ++step) {
    if (pictures) simulation.backend().write_instances(instances.data());
    simulation.advance();
    const PhaseTimes times = simulation.backend().last_step_times();
    if (step < 10) continue;
    sums.sort += times.sort / 20.0;
    sums.rules += times.rules / 20.0;
    sums.total += times.total / 20.0;
  }
  return sums;
}

TEST_F(SimulatedTraffic, APictureDoesNotChangeTheTimesOfAStep) {
  const PhaseTimes with = times_of(*flock(500, kPredators), true),
                   without = times_of(*flock(500, kPredators), false);
  EXPECT_GT(without.sort, 0.0);
  EXPECT_NEAR(with.sort, without.sort, 0.05 * without.sort);
  EXPECT_NEAR(with.rules, without.rules, 0.05 * without.rules);
  EXPECT_NEAR(with.total, without.total, 0.05 * without.total);
}

TEST_F(SimulatedTraffic, OtherStagesAreRecordedAnew) {
  const auto simulation = flock(100);
  for (int step = 0; step < 10; ++step) simulation->advance();
  simulation->post({.kind = EventKind::kSet, .key = "world.boundary", .value = std::string("bounce")});
  simulation->post({.kind = EventKind::kSet, .key = "noise.amount", .value = 0.5});
  for (int step = 0; step < 2; ++step) simulation->advance();
  taken();
  for (int step = 0; step < 10; ++step) simulation->advance();
  EXPECT_EQ(taken().graph_launches, 10u);
}

TEST_F(SimulatedTraffic, SnapshotsStayOnTheDevice) {
  std::map<int64_t, uint64_t> sent;
  for (const int64_t boids : {200, 400}) {
    LiveFlock live(flock(boids, kPredators));
    std::map<int64_t, uint64_t> hashes{{0, live.simulation().hash()}};
    taken();
    for (int64_t step = 1; step <= 50; ++step) {
      live.steps(1);
      Traffic::Row row = taken();
      EXPECT_EQ(row.bytes_down, kBytesOfPredators) << "at step " << step;
      EXPECT_EQ(row.bytes_up + row.background_down, 0u) << "at step " << step;
      hashes[step] = live.simulation().hash();
      taken();
    }
    for (int64_t step = 49; step >= 0; --step) {
      live.run.seek(step);
      live.settle();
      const Traffic::Row row = taken();
      ASSERT_EQ(live.run.step_number(), step);
      ASSERT_EQ(live.simulation().hash(), hashes[step]) << "step " << step;
      if (step < 8) continue;  // the start, which the host has
      if (boids == 200) sent[step] = row.bytes_down + row.bytes_up;
      EXPECT_EQ(row.bytes_down + row.bytes_up, sent[step])
          << "whatever the number of boids, at step " << step;
      EXPECT_LT(sent[step], 4096u);
      EXPECT_EQ(row.background_down, 0u);
      taken();
    }
  }
}

TEST_F(SimulatedTraffic, SomeSnapshotsAreCopiedToTheHostBesideTheSteps) {
  LiveFlock live(flock(300));
  live.steps(50);
  taken();
  live.steps(100);
  const Traffic::Row row = taken();
  EXPECT_EQ(row.bytes_down, 2 * 16u) << "two hashes for the log";
  EXPECT_EQ(row.background_down, 2 * 300u * 20) << "two snapshots, of bodies and ids";
  EXPECT_GT(live.recorded().history().device_bytes(), 300.0 * 20 * 10);
}

/// A step in which the device fails is not taken.
void step_until(LiveFlock& live, int64_t step) {
  while (live.run.step_number() < step) live.steps(1);
}

/// Everything that has a job, with journeys into the past.
uint64_t use(LiveFlock& live) {
  step_until(live, 9);
  live.run.post({.kind = EventKind::kAdd, .at = {60.0, 50.0}, .count = 5}, {.frame = 1});
  step_until(live, 17);
  live.run.post({.kind = EventKind::kScatter, .at = {50.0, 60.0}, .strength = 0.1}, {.frame = 2});
  step_until(live, 26);
  live.run.seek(10);
  live.settle();
  live.run.seek(20);
  live.settle();
  live.run.seek(26);
  live.settle();
  live.run.undo(1);
  live.settle();
  step_until(live, 30);
  Device::instance().fail("", 0, cudaSuccess);  // the hash is the test's call
  step_until(live, 31);                         // in which an earlier failure is found
  return live.simulation().hash();
}

TEST_F(SimulatedTraffic, ADeviceThatFailsAtAnyCallLosesNoStep) {
  uint64_t right = 0;
  {
    LiveFlock live(flock(60));
    right = use(live);
    ASSERT_TRUE(live.reports.empty());
  }
  int64_t call = 1;
  for (bool failed = true; failed; call += call < 300 ? 1 : 11) {  // until the flock is used with fewer calls
    SCOPED_TRACE(call);
    LiveFlock live(flock(60));
    Device::instance().fail("any", call, cudaErrorLaunchFailure);
    ASSERT_EQ(use(live), right);
    failed = live.run.backend() == "cpu";
    Device::instance().repair();
  }
  EXPECT_GT(call, 700);
}

}  // namespace
}  // namespace murmur
