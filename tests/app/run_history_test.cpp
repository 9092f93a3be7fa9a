// Undo, redo and going back: every step comes back to the bit, also across presets and scheduled events, and what was
// undone is in no log once the flock has gone on. No window.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "app/live/seconds.h"
#include "sim/backends/cpu/cpu.h"
#include "sim/scenario/source.h"
#include "sim/util/counts.h"
#include "sim/util/errors.h"
#include "support/recorded_flock.h"

namespace murmur {
namespace {

TEST(RunHistory, EveryStepComesBackToTheBit) {
  RecordedFlock flock(kEventfulScenario);
  flock.steps(30);
  flock.set("rules.radius", "70.0");
  flock.steps(30);
  flock.act({.kind = EventKind::kGust, .strength = 0.3, .steps = 10});
  flock.steps(15);
  flock.act({.kind = EventKind::kPreset, .preset = "cis565"});
  flock.steps(45);
  for (const int64_t step : {119, 120, 75, 74, 61, 60, 59, 40, 26, 25, 24, 1, 110, 3}) {
    flock.go(step);
    ASSERT_EQ(flock.step_number(), step);
    // Events of a step come after its arrival, so the hashes of arrivals are those that were seen.
    EXPECT_EQ(flock.hash(), flock.hashes[step]) << "step " << step;
  }
  flock.go(1000);
  EXPECT_EQ(flock.step_number(), 120);
  EXPECT_FALSE(flock.in_past());
  const uint64_t end = flock.hashes[120];
  flock.go(0);
  flock.set("rules.radius", "50.0");  // as it is: a change
  flock.steps(25);  // on from the start, without the acts: a run of its own, with the events of the scenario
  EXPECT_FALSE(flock.in_past());
  RecordedFlock other(kEventfulScenario);
  other.steps(25);
  EXPECT_EQ(flock.hash(), other.hash());
  flock.steps(20);
  other.steps(20);
  EXPECT_EQ(flock.hash(), other.hash());
  EXPECT_NE(flock.hash(), end);
}

/// Species that change where boids are caught, by a scheduled event, and by acts; and the log replays to the same flock.
TEST(RunHistory, SpeciesThatChangeComeBack) {
  const std::string log = testing::TempDir() + "/murmur_species_history.jsonl";
  RecordedFlock flock(
      "preset = \"benchmark\"\nboids = 200\n"
      "[[species]]\nname = \"well\"\ncatch_radius = 5.0\ncaught_by = \"ill\"\nbecomes = \"ill\"\n"
      "[[species]]\nname = \"ill\"\ncount = 3\nmax_speed = 3.0\n"
      "[[event]]\nstep = 25\nkind = \"convert\"\nto = \"well\"\nat = [140.0, 140.0]\nradius = 100.0\n",
      log);
  std::map<int64_t, std::vector<uint32_t>> species;
  const auto on = [&](int64_t steps) {
    for (; steps > 0; --steps) {
      flock.steps(1);
      species[flock.step_number()] = flock.live->simulation().state().columns.species;
    }
  };
  on(35);
  Event convert{.kind = EventKind::kConvert, .at = {0.0, 0.0}};
  convert.to = "well";
  flock.act(convert);
  on(5);
  flock.act({.kind = EventKind::kAdd, .at = {150.0, 150.0}, .count = 7, .species = "ill"});
  on(35);
  EXPECT_NE(species[1], species[25]);
  EXPECT_NE(species[25], species[26]);
  EXPECT_EQ(species[36], std::vector<uint32_t>(200, 0));
  EXPECT_EQ(species[75].size(), 207u);
  for (const int64_t step : {74, 41, 36, 35, 26, 25, 1, 60}) {
    flock.go(step);
    EXPECT_EQ(flock.hash(), flock.hashes[step]) << "step " << step;
    EXPECT_EQ(flock.live->simulation().state().columns.species, species[step]) << "step " << step;
  }
  flock.go(75);
  expect_log(log, 75, flock.hashes[75]);
}

// A preset of three dimensions, in which a scheduled event has no place.
TEST(RunHistory, AnEventThatDoesNotFitIsLeftOutAgain) {
  RecordedFlock flock(kEventfulScenario);
  flock.steps(20);
  flock.act({.kind = EventKind::kPreset, .preset = "benchmark-3d"});
  flock.steps(5);
  flock.steps(1);
  EXPECT_EQ(flock.live->refused, 1);
  flock.steps(10);
  flock.go(10);
  flock.go(30);
  EXPECT_EQ(flock.hash(), flock.hashes[30]);
  flock.undo();
  EXPECT_EQ(flock.step_number(), 20);
  flock.undo(-1);
  flock.steps(4);
  EXPECT_EQ(flock.hash(), flock.hashes[24]);
}

TEST(RunHistory, GoingOnCutsTheFutureAlsoFromTheLog) {
  const std::string path = testing::TempDir() + "murmur-cut.jsonl";
  RecordedFlock flock(kEventfulScenario, path);
  flock.steps(30);
  flock.set("rules.radius", "70.0");
  flock.steps(50);
  flock.go(35);
  EXPECT_TRUE(flock.in_past());
  expect_log(path, 80, flock.hashes[80]);  // looking back changes nothing
  flock.steps(7);
  flock.set("rules.max_speed", "3.0");
  flock.steps(10);
  EXPECT_EQ(flock.step_number(), 52);
  EXPECT_EQ(flock.live->run.reach().last, 52);
  expect_log(path, 52, flock.hash());
}

TEST(RunHistory, UndoAndRedo) {
  const std::string path = testing::TempDir() + "murmur-undo.jsonl";
  RecordedFlock flock("preset = \"book\"\nboids = 60\n", path);
  flock.steps(10);
  flock.act({.kind = EventKind::kAdd, .at = {5.0, 5.0}, .count = 4});
  flock.steps(10);
  for (const char* value : {"51.0", "55.0", "60.0"}) {  // a drag: of one act, over several frames
    flock.post({.kind = EventKind::kSet, .key = "rules.radius", .value = value});
    ++flock.frame;
  }
  flock.steps(10);
  const uint64_t last = flock.hash();
  flock.undo();
  EXPECT_EQ(flock.step_number(), 20);
  EXPECT_EQ(flock.scenario().rules.radius, 50.0);
  flock.undo();
  EXPECT_EQ(flock.step_number(), 10);
  EXPECT_EQ(flock.count(), 60);
  flock.undo();
  EXPECT_EQ(flock.notice(), "there is nothing to undo");
  flock.undo(-1);
  EXPECT_EQ(flock.count(), 64);
  flock.undo(-1);
  EXPECT_EQ(flock.step_number(), 20);
  EXPECT_EQ(flock.scenario().rules.radius, 60.0);
  flock.undo(-1);
  EXPECT_EQ(flock.notice(), "there is nothing to redo");
  flock.steps(10);
  EXPECT_EQ(flock.hash(), last);
  // Another act instead of the undone one.
  flock.undo();
  flock.set("rules.radius", "80.0");
  flock.undo(-1);
  EXPECT_EQ(flock.notice(), "there is nothing to redo");
  flock.steps(5);
  expect_log(path, 25, flock.hash());
}

/// Attracting the flock posts events at the press and at the release, with others of the same frame.
TEST(RunHistory, WhatIsDoneWhileAButtonIsDownIsOneAct) {
  RecordedFlock flock("preset = \"book\"\nboids = 60\n");
  flock.steps(10);
  flock.post({.kind = EventKind::kSet, .key = "cursor", .value = "{ mode = \"attract\", radius = 100.0 }"},
             7);
  flock.steps(30);
  flock.post({.kind = EventKind::kSet, .key = "cursor.mode", .value = "\"none\""}, 7);
  flock.steps(10);
  flock.act({.kind = EventKind::kGust, .strength = 0.3, .steps = 10});
  flock.steps(5);
  flock.post({.kind = EventKind::kGust, .strength = 0.3, .steps = 10});  // a key: no button is down
  flock.steps(5);
  flock.undo();
  EXPECT_EQ(flock.step_number(), 55);
  flock.undo();
  EXPECT_EQ(flock.step_number(), 50);
  flock.undo();
  EXPECT_EQ(flock.step_number(), 10);
  EXPECT_FALSE(flock.scenario().cursor);
  EXPECT_NE(flock.notice().find("undone: cursor (step 10)"), std::string::npos) << flock.notice();
  flock.undo(-1);
  EXPECT_EQ(flock.scenario().cursor->mode, CursorMode::kNone);
}

TEST(RunHistory, WhatBelongsToOneAct) {
  const auto set = [](const char* key, int64_t frame, int64_t press, double time) {
    return ActPart{EventKind::kSet, key, {.frame = frame, .press = press, .time = time}};
  };
  EXPECT_TRUE(are_one_act(set("wind", 3, 0, 1.0), set("rules.radius", 3, 0, 9.0))) << "of one frame";
  EXPECT_TRUE(are_one_act(set("obstacle[2]", 1, 5, 0.0), set("obstacle[2].at", 2, 5, 9.0))) << "of one press";
  EXPECT_FALSE(are_one_act(set("obstacle[2]", 1, 5, 0.0), set("obstacle[1].at", 2, 5, 0.1)));
  EXPECT_FALSE(are_one_act(set("obstacle[2]", 1, 5, 0.0), set("obstacle[2].at", 2, 6, 0.1)));
  EXPECT_FALSE(are_one_act(set("cursor", 1, 5, 0.0), set("cursor", 2, 6, 0.1))) << "of two presses";
  EXPECT_FALSE(are_one_act(set("obstacle[2]", 1, 5, 0.0), set("rules.radius", 2, 5, 0.1)));
  EXPECT_TRUE(are_one_act(set("rules.radius", 1, 0, 1.0), set("rules.radius", 2, 0, 1.4))) << "of one value";
  EXPECT_FALSE(are_one_act(set("rules.radius", 1, 0, 1.0), set("rules.radius", 2, 0, 1.6)));
  EXPECT_FALSE(are_one_act(set("rules.radius", 1, 0, 1.0), set("rules.max_speed", 2, 0, 1.1)));
  const ActPart add{EventKind::kAdd, "", {.frame = 1, .time = 1.0}};
  EXPECT_FALSE(are_one_act(add, {EventKind::kAdd, "", {.frame = 2, .time = 1.1}}));
  EXPECT_FALSE(are_one_act(add, {EventKind::kScatter, "", {.frame = 2, .time = 1.1}}));
}

TEST(RunHistory, ASeekThatIsGivenUpEndsAtAStepOnTheWay) {
  RecordedFlock flock("preset = \"book\"\nboids = 60\n");
  flock.steps(200);
  flock.live->run.seek(6);
  flock.live->run.begin_waiting();
  EXPECT_TRUE(flock.live->run.seeking());
  EXPECT_THROW(flock.live->run.post({.kind = EventKind::kRestart}, {}), UserError);
  flock.live->run.cancel();
  flock.live->settle();
  const int64_t there = flock.step_number();
  EXPECT_EQ(flock.hash(), flock.hashes[there]);
  flock.go(7);  // on from there
  EXPECT_EQ(flock.step_number(), 7);
  EXPECT_EQ(flock.hash(), flock.hashes[7]);
  flock.go(150);
  EXPECT_EQ(flock.hash(), flock.hashes[150]);
}

TEST(RunHistory, MemoryIsBounded) {
  const ScenarioSource source = ScenarioSource::from_text("preset = \"book\"\nboids = 500\n", "test");
  Simulation<float> simulation(source, make_cpu({}));
  const double most = 40 * 25e3;
  RunHistory history(most);
  history.begin(simulation, nullptr, 0);
  const std::atomic<bool> no = false;
  std::map<int64_t, uint64_t> hashes;
  for (int k = 0; k < 1500; ++k) {
    simulation.advance();
    history.stepped(simulation);
    EXPECT_LE(history.host_bytes(), most);
    if (k % 100 == 0) hashes[simulation.step_number()] = simulation.hash();
  }
  EXPECT_EQ(history.first_step(), 0);
  EXPECT_GT(history.widest(), 8);
  EXPECT_LT(history.widest(), 400) << "evenly, in the older half";
  const RunPosition now = history.present();
  history.travel(simulation, history.at_step(now.step - 100), no);
  EXPECT_EQ(simulation.step_number(), now.step - 100);
  for (const auto& [step, hash] : hashes) {
    history.travel(simulation, history.at_step(step), no);
    EXPECT_EQ(simulation.step_number(), step);
    EXPECT_EQ(simulation.hash(), hash);
  }
}

/// A million boids have 16 MB each, and 11 GiB have room for 700 snapshots.
TEST(RunHistory, SevenHundredSnapshotsAreAtMostSixteenStepsApart) {
  const ScenarioSource source = ScenarioSource::from_text("preset = \"book\"\nboids = 3\n", "test");
  Simulation<float> simulation(source, make_cpu({}));
  RunHistory one(1e9);
  one.begin(simulation, nullptr, 0);
  RunHistory history(700.5 * one.host_bytes());
  history.begin(simulation, nullptr, 0);
  for (int k = 1; k <= 12000; ++k) {
    simulation.advance();
    history.stepped(simulation);
    if (k == 10000) {
      EXPECT_EQ(history.first_step(), 0);
    }
    if (k % 1000 == 0) {
      EXPECT_LE(history.widest(), 16) << "at step " << k;
    }
  }
  EXPECT_LE(history.first_step(), 2000);
}

/// Prints what going back takes: MURMUR_TRAVEL_BOIDS=100k MURMUR_TRAVEL_STEPS=1000 run_history_test.
TEST(RunHistory, JourneysAreTimed) {
  const char *const boids = std::getenv("MURMUR_TRAVEL_BOIDS"), *const steps =
                                                                    std::getenv("MURMUR_TRAVEL_STEPS");
  ScenarioOverrides overrides;
  overrides.boids = boids ? parse_count(boids) : 2000;
  const int64_t last = steps ? parse_count(steps) : 200;
  Simulation<float> simulation(ScenarioSource::from_preset("murmuration", overrides), make_cpu({}));
  RunHistory history(RunHistory::usual_bytes());
  history.begin(simulation, nullptr, 0);
  const double start = seconds();
  while (simulation.step_number() < last) {
    const double before = seconds();
    simulation.advance();
    history.set_step_time(seconds() - before);
    history.stepped(simulation);
  }
  const double step_ms = ms_since(start) / static_cast<double>(last);
  const std::atomic<bool> no = false;
  std::vector<double> times;
  for (int64_t k = 1; k <= 40; ++k) {
    const int64_t step = k * 37 % last;
    const double before = seconds();
    history.travel(simulation, history.at_step(step), no);
    times.push_back(ms_since(before));
    EXPECT_EQ(simulation.step_number(), step);
  }
  std::sort(times.begin(), times.end());
  std::printf(
      "a step %.2f ms; a journey %.1f ms (median), %.1f ms (longest); snapshots %lld to %lld steps apart, "
      "%.0f MiB\n",
      step_ms, times[times.size() / 2], times.back(), static_cast<long long>(history.interval()),
      static_cast<long long>(history.widest()), history.host_bytes() / (1 << 20));
}

TEST(RunHistory, SlowStepsHaveNearSnapshots) {
  RunHistory history(1e9);
  for (const auto& [seconds, interval] : {std::pair(0.001, 8), {0.07, 7}, {0.1, 5}, {3.0, 4}, {0.0, 8}}) {
    history.set_step_time(seconds);
    EXPECT_EQ(history.interval(), interval) << seconds;
  }
}

TEST(RunHistory, ReachesBackTenThousandSteps) {
  const ScenarioSource source = ScenarioSource::from_text("preset = \"book\"\nboids = 3\n", "test");
  Simulation<float> simulation(source, make_cpu({}));
  RunHistory history(1e9);
  history.begin(simulation, nullptr, 0);
  for (int k = 0; k < 12000; ++k) {
    simulation.advance();
    history.stepped(simulation);
  }
  EXPECT_LE(history.first_step(), 2000);
  EXPECT_GT(history.first_step(), 1900);
}

TEST(RunHistory, ReplaysGoBackAndForth) {
  const std::string path = testing::TempDir() + "murmur-replayed.jsonl";
  std::map<int64_t, uint64_t> hashes;
  {
    RecordedFlock flock(kEventfulScenario, path);
    flock.steps(45);
    flock.set("rules.radius", "70.0");
    flock.steps(55);
    hashes = flock.hashes;
  }
  Replay replay(path);
  LiveFlock flock(std::move(replay.simulation), nullptr, &replay.player);
  for (const int64_t step : {90, 30, 46, 45, 100, 10, 100}) {
    flock.run.seek(step);
    flock.settle();
    ASSERT_EQ(flock.run.step_number(), step);
    EXPECT_EQ(replay.player.difference_text(), "");
    EXPECT_EQ(flock.simulation().hash(), hashes[step]) << step;
  }
  EXPECT_TRUE(flock.run.reach().over);
  flock.steps(1);
  EXPECT_EQ(flock.refused, 1) << "no step beyond the log";
}

}  // namespace
}  // namespace murmur
