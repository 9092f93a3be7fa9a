// A/B: two flocks from the same start take the same steps, values are set in one of them, and what touches boids happens to both.
#include "app/live/second_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/random_choice.h"
#include "support/recorded_flock.h"
#include "support/temp_folder.h"

namespace murmur {
namespace {

constexpr const char* kFlock = "preset = \"book\"\nboids = 60\nseed = 5\n";

class Second : public TempFolderTest {
 protected:
  void open(const std::string& scenario = kFlock) { flock.emplace(scenario, path("log.jsonl")); }
  void begin() {
    run().ask(job::BeginSecond{{.threads = 2}});
    flock->live->settle();
    ASSERT_TRUE(run().second());
  }
  std::string path(const std::string& file) const { return (folder_ / file).string(); }
  LiveRun& run() { return flock->live->run; }
  Simulation<float>& b() {
    flock->live->settle();
    return run().borrow()->second()->simulation();
  }
  uint64_t a_hash() { return flock->hash(); }
  uint64_t b_hash() { return b().hash(); }
  void expect_level() {
    ASSERT_TRUE(run().second());
    EXPECT_EQ(run().second()->step, run().step_number());
    EXPECT_EQ(b().step_number(), run().step_number());
  }
  static PostedEvent value(const std::string& key, const std::string& text) {
    return {.event = {.kind = EventKind::kSet, .key = key, .value = text}, .tag = {.frame = 1'000'000}};
  }
  void set_both(job::SetBoth set) {
    run().ask(std::move(set));
    flock->live->settle();
  }

  std::optional<RecordedFlock> flock;
};

TEST_F(Second, SameValuesHaveTheSameHashAtTheSameStep) {
  open();
  flock->steps(7);
  begin();
  for (int k = 0; k < 5; ++k) {
    flock->steps(13);
    expect_level();
    EXPECT_EQ(a_hash(), b_hash());
  }
  run().ask(job::ShowHash{});
  flock->live->settle();
  EXPECT_EQ(run().hash(), run().second()->hash);
}

TEST_F(Second, AValueIsSetInAAlone) {
  const std::string scenario =
      kFlock + std::string(
                   "[[species]]\n[[species]]\n[pairs]\nalignment = [[1.0, 0.0], [0.0, "
                   "1.0]]\n[[rule]]\nlet.gain = { value = 0.1 }\nadd = \"perp(v) * gain\"\n");
  RecordedFlock alone(scenario);
  alone.steps(40);
  for (const auto& [key, text] : {std::pair{"rules.cohesion.weight", "3.0"},
                                  {"pairs.alignment[0][1]", "-1.0"},
                                  {"rule[0].let.gain", "0.3"},
                                  {"rule[0].add", "\"v * gain\""}}) {
    open(scenario);
    begin();
    flock->steps(20);
    flock->set(key, text);
    flock->steps(20);
    EXPECT_EQ(b_hash(), alone.hash()) << key;
    EXPECT_NE(a_hash(), alone.hash()) << key;
  }
}

TEST_F(Second, WhatTouchesBoidsHappensToBoth) {
  open();
  flock->steps(3);
  begin();
  flock->act({.kind = EventKind::kAdd, .at = {100.0, 100.0}, .count = 5});
  flock->steps(4);
  flock->act({.kind = EventKind::kScatter, .at = {120.0, 90.0}});
  flock->steps(4);
  flock->act({.kind = EventKind::kGust, .strength = 0.2, .steps = 5});
  flock->act({.kind = EventKind::kStartle, .steps = 5});
  flock->set("obstacle[0]", "{ at = [200.0, 150.0], radius = 20.0 }");
  flock->set("predator[0]", "{ at = [50.0, 50.0] }");
  flock->set("goal", "{ path = [[80.0, 80.0]] }");
  flock->steps(30);
  flock->set("obstacle[0].at", "[210.0, 160.0]");
  flock->act({.kind = EventKind::kRemove, .count = 2});
  flock->steps(30);
  expect_level();
  EXPECT_EQ(b().count(), 63);
  EXPECT_EQ(run().second()->boids, 63);
  EXPECT_EQ(a_hash(), b_hash());
  flock->act({.kind = EventKind::kRestart});
  flock->steps(5);
  EXPECT_EQ(a_hash(), b_hash());
}

TEST_F(Second, OnlyEventsThatPlaceThingsConcernBoth) {
  const auto both = [](const std::string& key) {
    return concerns_both({.kind = EventKind::kSet, .key = key});
  };
  for (const char* const key : {"obstacle", "obstacle[2]", "obstacle[0].at", "predator", "predator[1]",
                                "goal", "goal.path", "cursor", "cursor.mode", "cursor.at"})
    EXPECT_TRUE(both(key)) << key;
  for (const char* const key : {"rules.radius", "rules", "obstacle[0].radius", "predator[0].max_speed",
                                "goal.weight", "wind", "wind.velocity", "seed"})
    EXPECT_FALSE(both(key)) << key;
  EXPECT_FALSE(concerns_both({.kind = EventKind::kPreset, .preset = "ruby"}));
}

TEST_F(Second, BothFlyFromTheStartAgainToTheSameHashes) {
  open();
  flock->steps(10);
  begin();
  flock->set("rules.cohesion.weight", "3.0");
  std::map<int64_t, std::pair<uint64_t, uint64_t>> first;
  for (int k = 0; k < 6; ++k) {
    flock->steps(15);
    first[flock->step_number()] = {a_hash(), b_hash()};
  }
  // The value is as now from the start on: twice the same flight.
  for (int again = 0; again < 2; ++again) {
    set_both({.to_start = true, .first = {value("rules.cohesion.weight", "3.0")}, .second = {}});
    expect_level();
    EXPECT_EQ(flock->step_number(), 10);
    EXPECT_EQ(a_hash(), b_hash());
    for (const auto& [step, hashes] : first) {
      flock->steps(15);
      expect_level();
      EXPECT_EQ(flock->step_number(), step);
      EXPECT_EQ(a_hash(), hashes.first);
      EXPECT_EQ(b_hash(), hashes.second);
    }
  }
  run().ask(job::NoteHash{});
  flock->live->settle();
  expect_log(path("log.jsonl"), flock->step_number(), a_hash());
}

/// The history may have forgotten the start.
TEST_F(Second, TheStartIsKeptHoweverFarBackItIs) {
  const ScenarioSource source = ScenarioSource::from_text(kFlock, "test");
  const std::string log = path("log.jsonl");
  uint64_t end = 0;
  int64_t last = 0;
  {
    EventLogWriter writer(log,
                          LogHeader{.origin = {.scenario = source.to_toml()}, .seed = 5, .build = "test"});
    // Room for two snapshots: the past is short.
    RecordedRun a(std::make_unique<Simulation<float>>(source, make_cpu({})), &writer, nullptr, 1.0);
    for (int k = 0; k < 5; ++k) a.step();
    SecondRun b(a, make_cpu({}));
    const uint64_t start = a.simulation().hash();
    const auto fly = [&] {
      for (int k = 0; k < 300; ++k) {
        a.step();
        b.follow();
      }
    };
    fly();
    const uint64_t there = b.simulation().hash();
    ASSERT_GT(a.first_step(), 5);
    b.both_to_start();
    b.follow();
    EXPECT_EQ(a.simulation().step_number(), 5);
    EXPECT_EQ(a.simulation().hash(), start);
    EXPECT_EQ(b.simulation().hash(), start);
    std::vector<PostedEvent> of_a{value("rules.cohesion.weight", "3.0")}, of_b;
    b.set(of_a, of_b);
    b.follow();
    fly();
    EXPECT_EQ(b.simulation().hash(), there);
    EXPECT_NE(a.simulation().hash(), there);
    a.note_hash();
    end = a.simulation().hash();
    last = a.simulation().step_number();
  }
  expect_log(log, last, end);
}

TEST_F(Second, SwappedValuesAreThoseOfTheOther) {
  open();
  begin();
  flock->set("rules.cohesion.weight", "3.0");
  flock->steps(10);
  const double of_b = b().scenario().rules.cohesion.weight;
  set_both({.first = {value("rules.cohesion.weight", std::to_string(of_b))},
            .second = {value("rules.cohesion.weight", "3.0")}});
  EXPECT_EQ(flock->scenario().rules.cohesion.weight, of_b);
  EXPECT_EQ(b().scenario().rules.cohesion.weight, 3.0);
  flock->steps(70);
  run().ask(job::NoteHash{});
  flock->live->settle();
  expect_log(path("log.jsonl"), flock->step_number(), a_hash());
}

/// An event of each that is set for both reaches none twice.
TEST_F(Second, WhatIsSetInEachIsSetOnce) {
  open(std::string(kFlock) + R"(
[[obstacle]]
at = [50.0, 60.0]
radius = 5.0
[[obstacle]]
at = [150.0, 60.0]
radius = 5.0
[[obstacle]]
at = [250.0, 60.0]
radius = 5.0
)");
  begin();
  flock->steps(5);
  set_both({.to_start = true, .first = {value("obstacle[0]", "")}, .second = {value("obstacle[0]", "")}});
  EXPECT_EQ(flock->scenario().obstacles.size(), 2u);
  EXPECT_EQ(b().scenario().obstacles.size(), 2u);
}

TEST_F(Second, BGoesAlongBackAndForthInTime) {
  open();
  begin();
  std::map<int64_t, uint64_t> b_hashes;
  const auto fly = [&](int64_t count) {
    for (; count > 0; --count) {
      flock->steps(1);
      b_hashes[flock->step_number()] = b_hash();
    }
  };
  fly(30);
  flock->act({.kind = EventKind::kAdd, .at = {100.0, 100.0}, .count = 5});
  fly(40);
  flock->set("rules.cohesion.weight", "3.0");
  fly(60);
  for (const int64_t step : {100, 3, 64, 29, 31, 130, 60, 128}) {
    flock->go(step);
    expect_level();
    EXPECT_EQ(flock->step_number(), step);
    EXPECT_EQ(a_hash(), flock->hashes[step]) << step;
    EXPECT_EQ(b_hash(), b_hashes[step]) << step;
  }
  // An act that is undone is undone in both.
  flock->undo();  // the value
  flock->undo();  // the boids
  expect_level();
  EXPECT_EQ(flock->step_number(), 30);
  EXPECT_EQ(b().count(), 60);
  EXPECT_EQ(b_hash(), b_hashes[30]);
  flock->undo(-1);
  EXPECT_EQ(b().count(), 65);
  EXPECT_EQ(flock->count(), 65);
  flock->undo(1);
  flock->steps(70);  // with them: what was done is played
  EXPECT_EQ(a_hash(), flock->hashes[100]);
  EXPECT_EQ(b_hash(), b_hashes[100]);
  flock->undo();
  flock->undo();
  flock->act(
      {.kind = EventKind::kStartle, .steps = 1});  // goes on without them, and sets aside what came later
  flock->steps(70);
  expect_level();
  EXPECT_EQ(b().count(), 60);
  EXPECT_EQ(a_hash(), b_hash());
}

/// A value that is set in the past is A's alone, and B forgets the future with it.
TEST_F(Second, BForgetsTheFutureThatAForgets) {
  open();
  begin();
  flock->steps(20);
  flock->act({.kind = EventKind::kAdd, .at = {100.0, 100.0}, .count = 5});
  flock->steps(20);
  flock->go(10);
  flock->set("rules.cohesion.weight", "3.0");
  flock->steps(40);
  expect_level();
  EXPECT_EQ(flock->count(), 60);
  EXPECT_EQ(b().count(), 60);
  RecordedFlock alone(kFlock);
  alone.steps(50);
  EXPECT_EQ(b_hash(), alone.hash());
}

TEST_F(Second, ItEndsBeforeItsStartAndWithAnotherPreset) {
  open();
  flock->steps(20);
  begin();
  flock->steps(5);
  flock->go(19);
  EXPECT_FALSE(run().second());
  EXPECT_THAT(flock->notice(), testing::HasSubstr("A/B has ended: B begins at step 20"));
  flock->steps(3);
  begin();
  flock->act({.kind = EventKind::kPreset, .preset = "ruby"});
  EXPECT_FALSE(run().second());
  EXPECT_THAT(flock->notice(), testing::HasSubstr("another preset"));
  begin();
  flock->steps(2);
  run().ask(job::EndSecond{});
  flock->live->settle();
  EXPECT_FALSE(run().second());
  EXPECT_THAT(flock->live->reports.back(), testing::HasSubstr("flock B at step 24: 60 boids, hash="));
  flock->steps(40);
  run().ask(job::NoteHash{});
  flock->live->settle();
  expect_log(path("log.jsonl"), flock->step_number(), a_hash());
}

TEST_F(Second, AnotherBackendIsOfBoth) {
  open();
  begin();
  flock->set("rules.cohesion.weight", "3.0");
  flock->steps(10);
  RecordedFlock alone(kFlock);
  alone.steps(30);
  run().switch_backend("reference", {});
  flock->steps(20);
  EXPECT_EQ(b().backend().name(), "reference");
  EXPECT_EQ(b_hash(), alone.hash());
}

/// The scenario's own events happen to both.
TEST_F(Second, EventsOfTheScenarioHappenToBoth) {
  open(std::string(kFlock) + R"(
[[event]]
step = 20
kind = "add"
at = [100.0, 100.0]
count = 7

[[event]]
step = 30
kind = "set"
key = "rules.radius"
value = 40.0
)");
  flock->steps(10);
  begin();
  flock->steps(60);
  EXPECT_EQ(b().count(), 67);
  EXPECT_EQ(a_hash(), b_hash());
  flock->go(25);
  EXPECT_EQ(a_hash(), b_hash());
  flock->go(15);
  EXPECT_EQ(b().count(), 60);
  flock->steps(50);
  EXPECT_EQ(a_hash(), b_hash());
}

/// Whatever the user does: as long as the values are the same, so are the flocks, at every step that is gone to.
TEST_F(Second, WithTheSameValuesBothAreTheSameWhateverHappens) {
  for (int64_t seed = 1; seed <= 4; ++seed) {
    flock.reset();
    open();
    flock->steps(seed);
    begin();
    RandomChoice random(seed);
    const auto below = [&](int64_t count) { return random.whole(0, count - 1); };
    for (int act = 0; act < 150; ++act) {
      const int kind = below(12);
      if (kind == 0) flock->act({.kind = EventKind::kAdd, .at = {100.0, 100.0}, .count = 3});
      if (kind == 1) flock->act({.kind = EventKind::kRemove, .count = 2});
      if (kind == 2) flock->act({.kind = EventKind::kScatter, .at = {120.0, 90.0}});
      if (kind == 3) flock->act({.kind = below(2) ? EventKind::kGust : EventKind::kStartle, .steps = 9});
      if (kind == 4) flock->set("rules.radius", "50.0");  // as it is: an event of A alone
      if (kind == 5) flock->set("predator[0]", "{ at = [50.0, 50.0] }");
      if (kind == 6) flock->go(seed + below(flock->step_number() + 20));
      if (kind == 7) flock->undo(below(2) ? 1 : -1);
      if (kind == 8 && below(4) == 0)
        set_both({.to_start = true, .first = {value("rules.radius", "50.0")}, .second = {}});
      if (kind >= 9) flock->steps(1 + below(30));
      if (!run().second()) break;  // an act of before its start was undone
      ASSERT_NO_FATAL_FAILURE(expect_level());
      ASSERT_EQ(flock->count(), b().count()) << "seed " << seed << ", act " << act << " of kind " << kind;
      ASSERT_EQ(a_hash(), b_hash()) << "seed " << seed << ", act " << act << " of kind " << kind;
    }
    EXPECT_TRUE(run().second());
    flock->go(run().reach().last);
    flock->steps(1);
    run().ask(job::NoteHash{});
    flock->live->settle();
    expect_log(path("log.jsonl"), flock->step_number(), a_hash());
  }
}

}  // namespace
}  // namespace murmur
