// The choice among update kernels, with a run clock: no test here depends on how long anything takes.
#include "sim/backends/device/tuner.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <random>

namespace murmur {
namespace {

/// A flock whose steps take what the test says; times come some steps after their step.
struct SimulatedRun {
  Tuner tuner;
  Tuner::Conditions conditions{.key = 0, .variants = 0b111, .guess = 0, .boids = 1000};
  std::function<double(int variant, int64_t step)> clock;
  std::function<bool(int variant)> ready = [](int) { return true; };
  size_t delay = 3;

  int variant = -1;
  int64_t step = 0, changes = 0, not_fastest = 0;
  std::deque<std::pair<int, double>> pending;

  void advance(int64_t steps) {
    for (int64_t k = 0; k < steps; ++k, ++step) {
      while (pending.size() > delay) {
        tuner.record(pending.front().first, pending.front().second);
        pending.pop_front();
      }
      const Tuner::Choice choice = tuner.next(conditions, ready);
      ASSERT_NE(conditions.variants >> choice.variant & 1, 0u)
          << "a variant that does not fit, step " << step;
      if (choice.timed) {
        ASSERT_TRUE(ready(choice.variant));
        pending.emplace_back(choice.variant, clock(choice.variant, step));
      } else if (!pending.empty() && step % 2 == 0) {  // a device goes on, timed or not
        tuner.record(pending.front().first, pending.front().second);
        pending.pop_front();
      }
      changes += variant >= 0 && variant != choice.variant ? 1 : 0;
      variant = choice.variant;
      int fastest = choice.variant;
      for (int other = 0; other < 3; ++other) {
        if ((conditions.variants >> other & 1) != 0 && clock(other, step) < clock(fastest, step))
          fastest = other;
      }
      not_fastest += fastest != choice.variant ? 1 : 0;
    }
  }
};

TEST(Tuner, KeepsTheFastest) {
  for (int fastest = 0; fastest < 3; ++fastest) {
    SimulatedRun run;
    run.clock = [&](int variant, int64_t) { return variant == fastest ? 1.0 : 1.5; };
    run.advance(200);
    EXPECT_EQ(run.variant, fastest);
    const int64_t before = run.changes;
    run.advance(5000);
    EXPECT_EQ(run.variant, fastest);
    EXPECT_EQ(run.changes, before) << "a steady flock needs no other exploration";
  }
}

TEST(Tuner, StartsWithTheGuessAndOnlyExploresThoseThatFit) {
  SimulatedRun run;
  run.conditions.variants = 0b101;
  run.conditions.guess = 2;
  run.clock = [](int variant, int64_t) { return variant == 1 ? 0.1 : variant == 0 ? 1.0 : 2.0; };
  run.advance(1);
  EXPECT_EQ(run.variant, 2);
  run.advance(300);  // which asserts that variant 1 is never run
  EXPECT_EQ(run.variant, 0);
  run.conditions.variants = 0b100;
  run.advance(1);
  EXPECT_EQ(run.variant, 2) << "the one in use fits no longer";
}

TEST(Tuner, ChangesWhenTheFlockChanges) {
  SimulatedRun run;
  const int64_t condensed = 6000;
  run.clock = [&](int variant, int64_t step) {
    return step < condensed ? (variant == 0 ? 1.0 : 1.3) : (variant == 2 ? 4.0 : 7.0);
  };
  run.advance(condensed);
  EXPECT_EQ(run.variant, 0);
  run.advance(2000);
  EXPECT_EQ(run.variant, 2);
}

TEST(Tuner, ChangesWhenTheNumberOfBoidsDoes) {
  SimulatedRun run;
  run.clock = [&](int variant, int64_t) {
    return run.conditions.boids < 5000 ? (variant == 1 ? 1.0 : 1.1) : (variant == 0 ? 1.0 : 1.1);
  };
  run.advance(4000);
  EXPECT_EQ(run.variant, 1);
  run.conditions.boids = 10000;
  run.advance(1000);
  EXPECT_EQ(run.variant, 0);
}

TEST(Tuner, SlowDriftIsSeenAfterManySteps) {
  SimulatedRun run;
  run.clock = [&](int variant, int64_t step) { return variant == 0 ? 1.0 : step < 1000 ? 1.05 : 0.9; };
  run.advance(1000);
  EXPECT_EQ(run.variant, 0);
  run.advance(Tuner::kExploreAgain + 1000);
  EXPECT_NE(run.variant, 0);
}

TEST(Tuner, EachKindOfFlockHasItsChoice) {
  SimulatedRun run;
  run.clock = [&](int variant, int64_t) {
    return variant == static_cast<int>(run.conditions.key) ? 1.0 : 2.0;
  };
  for (int round = 0; round < 6; ++round) {
    run.conditions.key = static_cast<uint32_t>(round % 2);
    run.advance(3000);
    EXPECT_EQ(run.variant, round % 2);
  }
}

TEST(Tuner, DoesNotFlapBetweenEquals) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> noise(0.985, 1.015);
  SimulatedRun run;
  run.clock = [&](int, int64_t) { return noise(random); };
  run.advance(200000);
  // An exploration runs each variant twice: five changes, and one back.
  EXPECT_LE(run.changes, 6 * (200000 / Tuner::kExploreAgain + 1));
  run.advance(1000);
  EXPECT_LE(run.tuner.exploration_steps() * 100, run.tuner.steps());
}

TEST(Tuner, CostsAtMostOneStepInAHundred) {
  SimulatedRun steady;
  steady.clock = [](int variant, int64_t) { return variant == 0 ? 1.0 : 1.7; };
  steady.conditions.guess = 0;
  steady.advance(2000);
  EXPECT_LE(steady.not_fastest * 100, 2000);
  steady.advance(98000);
  EXPECT_LE(steady.not_fastest * 1000, 100000);

  // A flock that seems to change all the time: twice as long and back, every 300 steps.
  SimulatedRun wild;
  wild.clock = [](int variant, int64_t step) {
    return (variant == 0 ? 1.0 : 1.7) * (step / 300 % 2 == 0 ? 1.0 : 2.0);
  };
  wild.advance(100000);
  EXPECT_LE(wild.tuner.exploration_steps() * 100, wild.tuner.steps());
  EXPECT_LE(wild.not_fastest * 100, 100000);
}

TEST(Tuner, AFlockThatCannotBeTimedCostsLittle) {
  SimulatedRun run;
  run.clock = [](int, int64_t) { return 1.0; };
  run.ready = [](int) { return false; };
  run.advance(20000);
  EXPECT_LE(run.tuner.exploration_steps() * 100, 20000);
  run.ready = [](int) { return true; };
  run.clock = [](int variant, int64_t) { return variant == 1 ? 1.0 : 2.0; };
  run.advance(Tuner::kExploreAgain);
  EXPECT_EQ(run.variant, 1);
}

TEST(Tuner, OneVariantIsNeverExplored) {
  SimulatedRun run;
  run.conditions.variants = 0b1;
  run.clock = [](int, int64_t) { return 1.0; };
  run.advance(5000);
  EXPECT_EQ(run.changes, 0);
  EXPECT_EQ(run.tuner.exploration_steps(), 0);
}

TEST(Tuner, ExploresAgainWhenOtherVariantsFit) {
  SimulatedRun run;
  run.conditions.variants = 0b101;
  run.clock = [](int variant, int64_t) { return variant == 1 ? 0.5 : variant == 2 ? 1.0 : 2.0; };
  run.advance(6000);
  EXPECT_EQ(run.variant, 2);
  run.conditions.variants = 0b111;
  run.advance(100);
  EXPECT_EQ(run.variant, 1) << "the flock is steady, and the choice is not old";
}

// 0: a timer that could not measure the step.
TEST(Tuner, AVariantWithoutATimeIsNotTheFastest) {
  SimulatedRun run;
  run.clock = [](int variant, int64_t) { return variant == 2 ? 0.0 : variant == 1 ? 1.0 : 2.0; };
  run.advance(200);
  EXPECT_EQ(run.variant, 1);
}

TEST(Tuner, AVariantInUseWithoutATimeIsLeftForTheFastestThatHasOne) {
  SimulatedRun run;
  run.clock = [](int variant, int64_t) { return variant == 0 ? 0.0 : variant == 1 ? 2.0 : 1.0; };
  run.advance(200);
  EXPECT_EQ(run.variant, 2);
}

TEST(Tuner, TimesMayComeVeryLate) {
  SimulatedRun run;
  run.delay = 200;
  run.clock = [](int variant, int64_t) { return variant == 2 ? 1.0 : 2.0; };
  run.advance(20000);
  EXPECT_EQ(run.variant, 2);
}

}  // namespace
}  // namespace murmur
