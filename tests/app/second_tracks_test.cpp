// Tracks of animals beside a flock: they are shown at its step, forwards and back, and nothing touches them.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "support/recorded_flock.h"

namespace murmur {
namespace {

constexpr const char* kFlock = "preset = \"book\"\nboids = 60\nseed = 5\n";

/// At step k animal 0 is at (k, 1); animal 1 is seen in every second step alone.
std::shared_ptr<const AnimalTracks> tracks_to(int64_t last) {
  std::string text = "step,id,x,y,vx,vy\n";
  for (int64_t step = 0; step <= last; ++step) {
    text += fmt::format("{0},0,{0},1,1,0\n", step);
    if (step % 2 == 0) text += fmt::format("{0},1,{0},2,1,0\n", step);
  }
  const Scenario scenario = ScenarioSource::from_text(kFlock, "test").scenario();
  return std::make_shared<const AnimalTracks>(steps_of_tracks(text, "f.csv"), "f.csv", scenario);
}

class SecondTracks : public testing::Test {
 protected:
  void begin(int64_t last) {
    run().ask(job::BeginSecond{{.threads = 2}, tracks_to(last)});
    flock.live->settle();
    ASSERT_TRUE(run().second());
    EXPECT_TRUE(run().second()->tracks);
  }
  LiveRun& run() { return flock.live->run; }
  State<float> animals() {
    flock.live->settle();
    return run().borrow()->second()->simulation().state();
  }
  void expect_animals_of(float step) {
    const bool two = static_cast<int64_t>(step) % 2 == 0;
    EXPECT_EQ(animals().position,
              two ? std::vector<float>({step, 1, step, 2}) : std::vector<float>({step, 1}));
    EXPECT_EQ(run().second()->boids, two ? 2 : 1);
    EXPECT_EQ(run().second()->step, run().step_number());
  }

  RecordedFlock flock{kFlock};
};

TEST_F(SecondTracks, AreShownAtTheStepOfTheFlock) {
  begin(50);
  expect_animals_of(0);
  flock.steps(3);
  expect_animals_of(3);
  flock.steps(17);
  expect_animals_of(20);
  flock.go(7);
  expect_animals_of(7);
  flock.go(18);
  expect_animals_of(18);
  run().switch_backend("reference", {});
  flock.live->settle();
  flock.steps(1);
  expect_animals_of(19);
}

TEST_F(SecondTracks, NothingTouchesThem) {
  RecordedFlock alone(kFlock);
  begin(90);
  for (RecordedFlock* const one : {&flock, &alone}) {
    one->steps(4);
    one->act({.kind = EventKind::kAdd, .at = {100.0, 100.0}, .count = 5});
    one->act({.kind = EventKind::kScatter, .at = {5.0, 1.0}});
    one->set("rules.cohesion.weight", "3.0");
    one->steps(6);
    one->act({.kind = EventKind::kRestart});
    one->steps(20);
  }
  expect_animals_of(30);
  EXPECT_EQ(flock.hash(), alone.hash());
  flock.undo();
  flock.undo();
  expect_animals_of(static_cast<float>(flock.step_number()));
  flock.set("rules.alignment.weight", "2.0");  // sets the rest aside
  flock.steps(9);
  expect_animals_of(static_cast<float>(flock.step_number()));
}

TEST_F(SecondTracks, PredatorsOfTheFlockAreNotAmongThem) {
  RecordedFlock hunted(std::string(kFlock) + "[[predator]]\n");
  hunted.live->run.ask(job::BeginSecond{{.threads = 2}, tracks_to(50)});
  hunted.steps(3);
  EXPECT_EQ(hunted.live->run.borrow()->simulation().state().predator_count(), 1);
  EXPECT_EQ(hunted.live->run.borrow()->second()->simulation().state().predator_count(), 0);
  EXPECT_TRUE(hunted.live->run.second()->source.scenario().predators.empty());
}

TEST_F(SecondTracks, TheFlockGoesBackToTheStart) {
  flock.steps(5);
  const uint64_t start = flock.hash();
  begin(90);
  flock.steps(20);
  run().ask(job::SetBoth{.to_start = true});
  flock.live->settle();
  EXPECT_EQ(flock.step_number(), 5);
  EXPECT_EQ(flock.hash(), start);
  expect_animals_of(5);
  flock.steps(3);
  expect_animals_of(8);
}

TEST_F(SecondTracks, TheEndIsSaidOnceAndTheAnimalsStay) {
  begin(6);
  flock.steps(6);
  flock.live->notices.clear();
  flock.steps(5);
  EXPECT_THAT(flock.live->notices, testing::ElementsAre(testing::HasSubstr("the tracks end at step 6")));
  EXPECT_EQ(animals().position, std::vector<float>({6, 1, 6, 2}));
  flock.go(2);
  expect_animals_of(2);
}

}  // namespace
}  // namespace murmur
