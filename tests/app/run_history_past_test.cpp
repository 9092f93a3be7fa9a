// The past is played as it was, a change there sets aside what came after, and that comes back with the change's undoing: to the bit, also
// in the event log. No window.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "support/recorded_flock.h"

namespace murmur {
namespace {

/// Steps in the past are those of then, with their acts, and then the flock flies on.
TEST(Past, ThePastIsPlayedToItsEnd) {
  const std::string path = testing::TempDir() + "murmur-played.jsonl";
  RecordedFlock flock(kEventfulScenario, path);
  flock.steps(10);
  flock.act({.kind = EventKind::kAdd, .at = {5.0, 5.0}, .count = 4});
  flock.steps(20);
  flock.set("rules.radius", "70.0");
  flock.steps(20);
  const std::map<int64_t, uint64_t> then = flock.hashes;
  flock.go(3);
  flock.live->applied.clear();
  for (int64_t step = 4; step <= 50; ++step) {
    EXPECT_TRUE(flock.in_past());
    flock.steps(1);
    ASSERT_EQ(flock.hash(), then.at(step)) << step;
    EXPECT_EQ(flock.scenario().rules.radius, step > 30 ? 70.0 : 50.0);
  }
  EXPECT_FALSE(flock.in_past());
  EXPECT_EQ(flock.live->applied.size(), 4u) << "acts and events of the scenario are told again";
  flock.steps(10);
  flock.live->run.ask(job::NoteHash{});
  flock.live->settle();
  expect_log(path, 60, flock.hash());
}

/// A change in the past sets aside what came after; taken back, that is there again, also in the log; and made again it goes again.
TEST(Past, WhatAChangeCutsComesBack) {
  const std::string path = testing::TempDir() + "murmur-back.jsonl";
  RecordedFlock flock(kEventfulScenario, path);
  flock.steps(30);
  const UndoTag boids = flock.act({.kind = EventKind::kAdd, .at = {5.0, 5.0}, .count = 4});
  flock.steps(50);
  const uint64_t end = flock.hash();
  flock.go(12);
  const UndoTag change = flock.set("rules.radius", "70.0");
  flock.steps(28);
  const uint64_t other = flock.hash();
  EXPECT_EQ(flock.count(), 60);
  expect_log(path, 40, other);
  for (int times = 0; times < 2; ++times) {
    flock.take_back(change);
    EXPECT_EQ(flock.step_number(), 12);
    EXPECT_EQ(flock.scenario().rules.radius, 50.0);
    EXPECT_EQ(flock.live->run.reach().last, 80);
    EXPECT_NE(flock.notice().find("taken back: it (step 12); Space plays"), std::string::npos)
        << flock.notice();
    expect_log(path, 80, end);
    flock.go(60);
    EXPECT_EQ(flock.hash(), flock.hashes[60]);
    flock.steps(20);
    EXPECT_EQ(flock.hash(), end);
    flock.take_back(change, true);
    EXPECT_EQ(flock.step_number(), 40);
    EXPECT_EQ(flock.hash(), other);
    EXPECT_FALSE(flock.in_past());
    expect_log(path, 40, other);
  }
  // An act at the end of the run: the flock goes on from the moment before it.
  flock.take_back(change);
  flock.go(80);
  flock.take_back(boids);
  EXPECT_EQ(flock.step_number(), 30);
  EXPECT_FALSE(flock.in_past());
  flock.steps(30);
  EXPECT_EQ(flock.count(), 67) << "with the event of the scenario alone";
  flock.take_back(boids, true);
  EXPECT_EQ(flock.step_number(), 80);
  EXPECT_EQ(flock.hash(), end);
  expect_log(path, 80, end);
  flock.take_back({.frame = 12345});
  EXPECT_EQ(flock.notice(), "it cannot be taken back: it is too long ago");
  EXPECT_EQ(flock.hash(), end);
}

/// B of A/B goes back with A, but has no steps like those that are back.
TEST(Past, TheSecondFlockEndsWhenWhatWasSetAsideComesBack) {
  RecordedFlock flock(kEventfulScenario);
  LiveRun& run = flock.live->run;
  run.ask(job::BeginSecond{{.threads = 2}});
  flock.steps(10);
  const UndoTag boids = flock.act({.kind = EventKind::kAdd, .at = {100.0, 100.0}, .count = 5});
  flock.steps(10);
  flock.take_back(boids);
  ASSERT_TRUE(run.second());
  EXPECT_EQ(run.second()->step, 10);
  EXPECT_EQ(run.second()->boids, 60);
  flock.steps(5);
  EXPECT_EQ(run.second()->step, 15);
  flock.take_back(boids, true);
  EXPECT_EQ(flock.step_number(), 20);
  EXPECT_EQ(flock.count(), 65);
  EXPECT_FALSE(run.second());
  EXPECT_THAT(flock.notice(), testing::HasSubstr("A/B has ended"));
}

/// Walls that a scheduled event changes, that acts draw, change and remove; and the log replays to the same flock.
TEST(Past, WallsThatChangeComeBack) {
  const std::string log = testing::TempDir() + "/murmur_walls_history.jsonl";
  RecordedFlock flock(
      "preset = \"book\"\nboids = 200\n"
      "[[wall]]\ncircle = { at = [320.0, 240.0], radius = 200.0 }\nside = \"inside\"\nblocks_view = true\n"
      "[[event]]\nstep = 25\nkind = \"set\"\nkey = \"wall[0].avoid\"\nvalue = \"push\"\n",
      log);
  flock.steps(35);
  flock.set("wall[1]", "{ points = [[250.0, 180.0], [330.0, 200.0], [300.0, 300.0]], closed = false }");
  EXPECT_EQ(flock.scenario().walls.size(), 2u);
  flock.steps(5);
  flock.set("wall[0].circle.radius", "230.0");
  flock.steps(20);
  flock.set("wall[1]", "");
  EXPECT_EQ(flock.scenario().walls.size(), 1u);
  flock.steps(15);
  for (const int64_t step : {74, 61, 60, 41, 40, 36, 35, 26, 25, 1, 50}) {
    flock.go(step);
    EXPECT_EQ(flock.hash(), flock.hashes[step]) << "step " << step;
  }
  flock.go(75);
  expect_log(log, 75, flock.hashes[75]);
}

/// Numbers that rules keep, which acts take away and add; and the log replays to the same flock.
TEST(Past, NumbersOfRulesComeBack) {
  const std::string log = testing::TempDir() + "/murmur_states_history.jsonl";
  RecordedFlock flock(
      "preset = \"book\"\nboids = 100\n"
      "[[rule]]\nstate.rest = 3.0\nstate.age = { start = 1.0, next = \"age + n / 8\" }\nadd = \"unit(v) * "
      "min(age, 9) * 0.01\"\n",
      log);
  std::map<int64_t, std::vector<float>> ages;
  const auto on = [&](int64_t steps, size_t place) {
    for (; steps > 0; --steps) {
      flock.steps(1);
      ages[flock.step_number()] = flock.live->simulation().state().columns.custom_states[place];
    }
  };
  on(20, 1);
  flock.set("rule[0].state.rest", "");
  on(15, 0);
  flock.set("rule[0].state.older", "{ start = 2.0, next = \"older + age\" }");
  flock.act({.kind = EventKind::kAdd, .at = {150.0, 150.0}, .count = 7});
  on(15, 0);
  for (const int64_t step : {49, 36, 35, 21, 20, 1, 40}) {
    flock.go(step);
    EXPECT_EQ(flock.hash(), flock.hashes[step]) << "step " << step;
    const auto& columns = flock.live->simulation().state().columns;
    if (step == 20) continue;  // its act follows at once
    EXPECT_EQ(columns.custom_states[step < 20 ? 1 : 0], ages[step]) << "step " << step;
  }
  flock.go(50);
  expect_log(log, 50, flock.hashes[50]);
}

}  // namespace
}  // namespace murmur
