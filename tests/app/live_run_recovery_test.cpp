// A run whose device fails goes on with another backend: the same bits at the same step, with all events of before, each
// applied once, and those still to come. At whatever call, and in whatever job, it fails.
#include <gtest/gtest.h>

#include "sim/formats/event_log.h"
#include "sim/scenario/source.h"
#include "support/failing_device.h"
#include "support/live_flock.h"
#include "support/recorded_flock.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

Event event(EventKind kind) {
  Event event;
  event.kind = kind;
  event.at = {20.0, 30.0};
  event.count = 25;
  event.steps = 6;
  return event;
}

class Recovery : public TempFolderTest {
 protected:
  Recovery() {
    std::string toml = "preset = \"benchmark\"\nboids = 150\n";
    for (const char* step : {"7", "14", "30"})
      toml += std::string("[[event]]\nstep = ") + step + "\nkind = \"startle\"\nsteps = 6\n";
    source.emplace(ScenarioSource::from_text(toml, "test"));
    open();
  }
  void open() {
    flock.reset();
    writer.emplace(log, LogHeader{.origin = {.scenario = source->to_toml()},
                                  .seed = source->scenario().seed,
                                  .build = "test"});
    auto failing = std::make_unique<FailingDevice>();
    device = failing.get();
    flock.emplace(std::make_unique<Simulation<float>>(*source, std::move(failing)), &*writer);
    plain.emplace(*source, make_cpu({}));
  }
  void post(const Event& event) {
    flock->run.post(event, {.frame = ++frame});
    plain->post(event);
  }
  void advance(int steps) {
    flock->steps(steps);
    for (int step = 0; step < steps; ++step) plain->advance();
  }
  /// Both runs have the same bits now and for some steps, and the log has them too.
  void expect_same() {
    for (int step = 0; step < 12; ++step) {
      ASSERT_EQ(flock->simulation().hash(), plain->hash()) << step << " steps later";
      advance(1);
    }
    EXPECT_EQ(flock->run.backend(), "cpu");
    EXPECT_EQ(flock->reports.size(), 1u);
    expect_log(log, flock->run.step_number(), flock->simulation().hash());
  }

  std::optional<ScenarioSource> source;
  std::string log = (folder_ / "log.jsonl").string();
  std::optional<EventLogWriter> writer;
  std::optional<LiveFlock> flock;
  std::optional<Simulation<float>> plain;
  FailingDevice* device = nullptr;
  int64_t frame = 0;
};

TEST_F(Recovery, GoesOnWithTheSameBits) {
  advance(5);
  post(event(EventKind::kAdd));
  advance(7);  // with the first event of the schedule
  Event wider = event(EventKind::kSet);
  wider.key = "rules.radius";
  wider.value = "55.0";
  post(wider);
  post(event(EventKind::kScatter));
  advance(2);
  device->broken = true;
  flock->run.step();
  flock->finish_job();  // the step, and the recovery
  EXPECT_EQ(flock->run.step_number(), 14) << "the step was not taken";
  expect_same();
  advance(6);
  EXPECT_EQ(flock->applied.size(), 6u) << "three of the user, three of the scenario, and none again";
}

TEST_F(Recovery, AnEventThatTheDeviceFailedAtIsAppliedWhereTheRunGoesOn) {
  advance(5);
  post(event(EventKind::kAdd));
  post(event(EventKind::kRemove));
  device->broken = true;
  flock->settle();
  EXPECT_EQ(flock->applied.size(), 2u);
  plain->apply_events();
  expect_same();
}

TEST_F(Recovery, WhatWaitsDuringAFailingStepIsNotLost) {
  advance(3);
  device->broken = true;
  ASSERT_TRUE(flock->run.step());
  for (const EventKind kind : {EventKind::kAdd, EventKind::kScatter, EventKind::kRemove}) post(event(kind));
  flock->settle();
  plain->apply_events();
  EXPECT_EQ(flock->run.step_number(), 3);
  expect_same();
}

/// A step in which the device fails is not taken.
void step_until(LiveFlock& flock, int64_t step) {
  while (flock.run.step_number() < step) flock.steps(1);
}

/// What a user does, so that the device is called in every kind of job.
void use(LiveFlock& flock, const std::string& file) {
  step_until(flock, 9);
  for (const EventKind kind : {EventKind::kAdd, EventKind::kScatter, EventKind::kRemove}) {
    flock.run.post(event(kind), {.frame = 100 + static_cast<int64_t>(kind)});
    step_until(flock, flock.run.step_number() + 3);
  }
  flock.run.undo(2);
  flock.settle();
  flock.run.undo(-1);
  flock.run.ask(job::Export{.kind = ExportKind::kState, .before = file, .ending = ".csv"});
  flock.run.ask(job::CopyFlock{job::CopyFlock::For::kMetrics});
  flock.settle();
  step_until(flock, 20);
  flock.run.seek(6);
  flock.settle();
  flock.run.seek(17);
  flock.settle();
  step_until(flock, 30);
}

// The device fails at its first call, its second, and so on: whatever job makes the call, the run ends with the same bits.
TEST_F(Recovery, AtEveryCallOfTheDevice) {
  use(*flock, (folder_ / "state").string());
  const uint64_t expected = flock->simulation().hash();
  const int64_t step = flock->run.step_number();
  int failures = 0;
  for (int calls = 0;; calls += 3) {
    SCOPED_TRACE(calls);
    open();
    device->calls_left = calls;
    use(*flock, (folder_ / "state").string());
    if (flock->reports.empty()) break;  // it was not called so often
    ++failures;
    ASSERT_EQ(flock->run.step_number(), step);
    ASSERT_EQ(flock->simulation().hash(), expected);
    ASSERT_EQ(flock->run.backend(), "cpu");
    ASSERT_NO_FATAL_FAILURE(expect_log(log, step, expected));
  }
  EXPECT_GT(failures, 20);
}

}  // namespace
}  // namespace murmur
