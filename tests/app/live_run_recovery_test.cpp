// A run whose device fails goes on with another backend: the same bits at the same step, with all events of before, each
// applied once, and those still to come. At whatever call, and in whatever job, it fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "sim/backends/reference/reference.h"
#include "sim/formats/event_log.h"
#include "sim/scenario/source.h"
#include "support/failing_device.h"
#include "support/flock_on.h"
#include "support/live_flock.h"
#include "support/recorded_flock.h"
#include "support/serial_device.h"
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

/// A rule that yields numbers which are not finite stops the flock where it was, and the flock goes on once it is taken back.
TEST(Fault, OfARuleIsTakenBackWithItsStep) {
  const auto source = ScenarioSource::from_text("preset = \"benchmark\"\nboids = 150\n", "test");
  const std::vector<std::function<std::unique_ptr<Backend<float>>()>> backends{
      [] { return make_cpu({.threads = 2}); }, [] { return make_reference_float(); },
      [] { return flock_on(std::make_shared<SerialDevice>(), {UpdateKernel::kLoop}); }};
  for (size_t k = 0; k < backends.size(); ++k) {
    SCOPED_TRACE(k);
    LiveFlock flock(std::make_unique<Simulation<float>>(source, backends[k]()));
    Simulation<float> plain(source, make_cpu({}));
    const auto post = [&](const char* key, const char* value) {
      Event set = event(EventKind::kSet);
      set.key = key;
      set.value = value;
      flock.run.post(set, {.frame = ++flock.steps_taken});
      plain.post(set);
    };
    const auto advance = [&](int steps) {
      flock.steps(steps);
      for (int step = 0; step < steps; ++step) plain.advance();
    };
    advance(5);
    post("rules.radius", "55.0");
    advance(4);
    Event wrong = event(EventKind::kSet);
    wrong.key = "rule";
    wrong.value = "[{add = \"v / (n - n)\"}]";
    flock.run.post(wrong, {.frame = 1000});
    for (int attempt = 0; attempt < 2; ++attempt) {
      for (int more = 0; more < 3 && flock.fault.empty(); ++more) {  // a device tells it later
        flock.run.step();
        flock.finish_job();
      }
      EXPECT_EQ(flock.run.step_number(), 9) << "the step is not taken";
      EXPECT_TRUE(flock.rests);
      EXPECT_THAT(flock.fault, testing::HasSubstr("not a finite number after step 10"));
      EXPECT_EQ(flock.simulation().hash(), plain.hash());
      flock.rests = false;
      flock.fault.clear();
    }
    EXPECT_EQ(flock.run.shown().scenario.custom_rules.size(), 1u) << "can be changed, or taken back";
    flock.run.ask(job::TakeBack{.act = {.frame = 1000}});
    flock.settle();
    advance(12);
    EXPECT_EQ(flock.simulation().hash(), plain.hash());
  }
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
