// A run with a thread of its own: while a job is under way the window goes on, what the user does waits, and the bits are those
// of a flock that was stepped in one piece.
#include "app/live/live_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "app/live/step_driver.h"
#include "sim/formats/checkpoint.h"
#include "support/held_backend.h"
#include "support/live_flock.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

class Live : public TempFolderTest {
 protected:
  Live() {
    ScenarioOverrides overrides;
    overrides.boids = 40;
    auto held = std::make_unique<HeldBackend>();
    backend = held.get();
    hold = held->hold;
    const ScenarioSource source = ScenarioSource::from_preset("book", overrides);
    flock.emplace(std::make_unique<Simulation<float>>(source, std::move(held)));
    plain.emplace(source, make_reference_float());
  }
  ~Live() override { let_go(); }
  LiveRun& run() { return flock->run; }
  void begin_long_step() {
    hold->emplace();
    ASSERT_TRUE(run().step());
    run().collect(0.01);
    ASSERT_FALSE(run().idle());
  }
  void let_go() {
    if (*hold) (*hold)->set_value();
    hold->reset();
  }
  void end_long_step() {
    (*hold)->set_value();
    flock->finish_job();
    hold->reset();
  }
  void post(Event event) { run().post(std::move(event), {.frame = ++frame}); }
  static Event radius(const std::string& value) {
    return {.kind = EventKind::kSet, .key = "rules.radius", .value = value};
  }
  uint64_t hash() { return flock->simulation().hash(); }

  HeldBackend* backend = nullptr;
  std::shared_ptr<std::optional<std::promise<void>>> hold;
  std::optional<LiveFlock> flock;
  std::optional<Simulation<float>> plain;
  int64_t frame = 0;
};

TEST_F(Live, StepsAreThoseOfTheSimulation) {
  flock->steps(20);
  for (int k = 0; k < 20; ++k) plain->advance();
  EXPECT_EQ(run().step_number(), 20);
  EXPECT_EQ(flock->steps_taken, 20);
  EXPECT_EQ(hash(), plain->hash());
}

TEST_F(Live, WhatIsDoneDuringAStepComesAfterItInOrder) {
  begin_long_step();
  post({.kind = EventKind::kAdd, .at = {1.0, 1.0}, .count = 5});
  post(radius("70.0"));
  run().ask(job::CopyFlock{job::CopyFlock::For::kMetrics});
  post({.kind = EventKind::kRemove, .count = 2});
  EXPECT_TRUE(flock->applied.empty());
  // Controls show at once what will be; the picture stays what was.
  EXPECT_EQ(run().expected().boids, 43);
  EXPECT_EQ(run().shown().boids, 40);
  EXPECT_EQ(run().expected().scenario.rules.radius, 70.0);
  EXPECT_EQ(run().shown().scenario.rules.radius, 50.0);
  EXPECT_EQ(run().step_number(), 0);
  end_long_step();
  int64_t copied = 0;
  while (!run().idle() || run().has_waiting(true)) {
    run().begin_waiting();
    RunNotes notes = run().collect(60.0);
    for (const FlockCopy& copy : notes.copies) copied = copy.state.count();
    for (const Event& event : notes.applied) flock->applied.push_back(event);
  }
  ASSERT_EQ(flock->applied.size(), 3u);
  EXPECT_EQ(flock->applied[0].kind, EventKind::kAdd);
  EXPECT_EQ(flock->applied[2].kind, EventKind::kRemove);
  for (const Event& event : flock->applied) EXPECT_EQ(event.step, 1);
  EXPECT_EQ(copied, 45);
  EXPECT_EQ(run().shown().boids, 43);

  plain->advance();
  for (const Event& event : flock->applied) plain->post(event);
  for (int k = 0; k < 5; ++k) plain->advance();
  flock->steps(5);
  EXPECT_EQ(hash(), plain->hash());
}

// Nobody computes a hash that is not asked for, and none is shown of a flock that has changed.
TEST_F(Live, TheHashThatWasAskedForIsThatOfTheShownFlock) {
  flock->steps(3);
  EXPECT_EQ(run().hash(), std::nullopt);
  run().ask(job::ShowHash{});
  flock->settle();
  EXPECT_EQ(run().hash(), hash());
  run().switch_backend("cpu", {.threads = 1});
  flock->settle();
  EXPECT_EQ(run().hash(), hash());
  post({.kind = EventKind::kRemove, .count = 2});
  flock->settle();
  EXPECT_EQ(run().hash(), std::nullopt);
  run().ask(job::ShowHash{});
  flock->settle();
  EXPECT_EQ(run().hash(), hash());
  flock->steps(1);
  EXPECT_EQ(run().hash(), std::nullopt);
  run().ask(job::ShowHash{});
  flock->settle();
  run().seek(2);
  flock->settle();
  EXPECT_EQ(run().hash(), std::nullopt);
}

// What takes long is a job, also when nothing else is under way: the caller is never held up.
TEST_F(Live, NothingIsDoneByTheCaller) {
  post({.kind = EventKind::kPreset, .preset = "quiver"});
  post({.kind = EventKind::kRestart});
  post({.kind = EventKind::kAdd, .at = {1.0, 1.0}, .count = 5});
  run().switch_backend("cpu", {.threads = 1});
  run().ask(job::Export{.kind = ExportKind::kState, .before = (folder_ / "a").string(), .ending = ".csv"});
  EXPECT_EQ(run().borrow()->simulation().scenario().preset, "book");
  EXPECT_EQ(run().borrow()->simulation().backend().name(), "reference");
  EXPECT_EQ(run().expected().scenario.preset, "quiver");
  EXPECT_EQ(run().expected().boids, 45);
  flock->settle();
  EXPECT_EQ(run().shown().scenario.preset, "quiver");
  EXPECT_EQ(run().shown().boids, 45);
  EXPECT_EQ(run().backend(), "cpu");
  ASSERT_EQ(flock->exported.size(), 1u);
  EXPECT_EQ(flock->exported[0].error, "");
  EXPECT_TRUE(std::filesystem::exists(flock->exported[0].path));
}

TEST_F(Live, AFileThatCannotBeWrittenIsToldAndTheRunGoesOn) {
  flock->steps(3);
  run().ask(job::Export{.kind = ExportKind::kCheckpoint,
                        .before = (folder_ / "missing" / "a").string(),
                        .ending = ".checkpoint"});
  flock->settle();
  ASSERT_EQ(flock->exported.size(), 1u);
  EXPECT_NE(flock->exported[0].error, "");
  flock->steps(1);
  EXPECT_EQ(run().step_number(), 4);
}

TEST_F(Live, ADragDuringAStepIsItsLastValue) {
  begin_long_step();
  for (const char* const value : {"60.0", "61.0", "62.0"}) post(radius(value));
  end_long_step();
  flock->settle();
  EXPECT_EQ(flock->applied.size(), 1u);
  EXPECT_EQ(run().shown().scenario.rules.radius, 62.0);
}

// Each click has the tag of the frame in which it was made, however late it is applied.
TEST_F(Live, ClicksDuringAStepAreUndoneOneByOne) {
  begin_long_step();
  for (const double x : {10.0, 20.0, 30.0}) post({.kind = EventKind::kAdd, .at = {x, 10.0}, .count = 1});
  end_long_step();
  flock->settle();
  EXPECT_EQ(run().shown().boids, 43);
  run().undo(1);
  flock->settle();
  EXPECT_EQ(run().shown().boids, 42);
  run().undo(1);
  flock->settle();
  EXPECT_EQ(run().shown().boids, 41);
}

TEST_F(Live, WhatIsWrongIsRefusedAtOnce) {
  begin_long_step();
  EXPECT_THROW(post({.kind = EventKind::kAdd, .at = {1.0}, .count = 5}), UserError);
  EXPECT_THROW(post(radius("\"wide\"")), UserError);
  EXPECT_EQ(run().expected().boids, 40);
  end_long_step();
  EXPECT_EQ(run().expected().boids, 40);
}

TEST_F(Live, AStepThatFailsTellsWhoCollects) {
  backend->fault = "boid 7 is not finite";
  ASSERT_TRUE(run().step());
  EXPECT_THROW(run().collect(60.0), RunError);
  EXPECT_TRUE(run().idle());
}

TEST_F(Live, AStepThatIsGivenUpIsNotTaken) {
  begin_long_step();
  post(radius("70.0"));
  run().cancel();
  end_long_step();
  EXPECT_EQ(flock->steps_taken, 0);
  EXPECT_EQ(flock->refused, 0);
  EXPECT_EQ(run().step_number(), 0);
  EXPECT_EQ(run().borrow()->simulation().hash(), plain->hash());
  flock->steps(3);  // it came after the step, and comes now
  plain->post(radius("70.0"));
  for (int k = 0; k < 3; ++k) plain->advance();
  EXPECT_EQ(run().shown().scenario.rules.radius, 70.0);
  EXPECT_EQ(hash(), plain->hash());
}

// Other jobs that were asked for during a seek are done where it arrives, and are in history and log like any.
TEST_F(Live, WhatIsAskedDuringASeekIsDoneAfterItsArrival) {
  flock->steps(30);
  run().seek(12);
  run().begin_waiting();
  ASSERT_TRUE(run().seeking());
  EXPECT_THROW(post(radius("70.0")), UserError);
  run().ask(job::Export{
      .kind = ExportKind::kCheckpoint, .before = (folder_ / "there").string(), .ending = ".checkpoint"});
  flock->settle();
  EXPECT_FALSE(run().seeking());
  EXPECT_EQ(run().step_number(), 12);
  EXPECT_EQ(flock->arrivals, 1);
  ASSERT_EQ(flock->exported.size(), 1u);
  EXPECT_EQ(read_checkpoint<float>(flock->exported[0].path).state.step, 12);
  post(radius("70.0"));
  flock->settle();
  EXPECT_EQ(flock->applied.size(), 1u) << "events are noted again";
  run().undo(1);
  flock->settle();
  EXPECT_EQ(run().shown().scenario.rules.radius, 50.0);
}

TEST_F(Live, TheSimulationIsLentOnlyBetweenJobs) {
  {
    const std::optional<Lease> lease = run().borrow();
    ASSERT_TRUE(lease);
    EXPECT_THROW(run().step(), std::logic_error);
    post(radius("70.0"));
    EXPECT_THROW(run().begin_waiting(), std::logic_error);
  }
  begin_long_step();
  EXPECT_FALSE(run().borrow());
  EXPECT_THROW(run().step(), std::logic_error);
  end_long_step();
  EXPECT_TRUE(run().borrow());
}

std::atomic<int> wakes;

TEST_F(Live, TheEndOfAJobWakes) {
  wakes = 0;
  LiveRun waking(
      std::make_unique<RecordedRun>(
          std::make_unique<Simulation<float>>(ScenarioSource::from_preset("book"), make_reference_float()),
          nullptr, nullptr),
      {}, [] { ++wakes; });
  ASSERT_TRUE(waking.step());
  while (waking.collect(60.0).steps == 0) {
  }
  while (wakes == 0) std::this_thread::yield();
  EXPECT_EQ(wakes, 1);
}

TEST(StepDriver, AWarmUpGoesOnAfterAJobThatAPictureAsksFor) {
  FrameStats stats("", "");
  auto recorded = std::make_unique<RecordedRun>(
      std::make_unique<Simulation<float>>(ScenarioSource::from_preset("book"), make_reference_float()),
      nullptr, nullptr);
  StepDriver driver(
      std::move(recorded), {.threads = 1}, [] {}, stats);
  bool asked = false;
  driver.warm_up(
      10, [] { return true; },
      [&](const RunNotes&) {
        if (driver.run.step_number() == 3 && !std::exchange(asked, true)) driver.run.ask(job::ShowHash{});
      });
  EXPECT_EQ(driver.run.step_number(), 10);
}

}  // namespace
}  // namespace murmur
