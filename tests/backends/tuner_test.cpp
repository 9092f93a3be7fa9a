// The choice among update kernels, with a played clock: no test here depends on how long anything takes.
#include "sim/backends/device/tuner.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <random>

namespace murmur {
namespace {

/// A flock whose steps take what the test says; times come some steps after their step.
struct Played {
  Tuner tuner;
  Tuner::Situation situation{.key = 0, .ways = 0b111, .guess = 0, .boids = 1000};
  std::function<double(int way, int64_t step)> clock;
  std::function<bool(int way)> ready = [](int) { return true; };
  size_t late = 3;

  int way = -1;
  int64_t step = 0, changes = 0, not_fastest = 0;
  std::deque<std::pair<int, double>> under_way;

  void fly(int64_t steps) {
    for (int64_t k = 0; k < steps; ++k, ++step) {
      while (under_way.size() > late) {
        tuner.took(under_way.front().first, under_way.front().second);
        under_way.pop_front();
      }
      const Tuner::Choice choice = tuner.next(situation, ready);
      ASSERT_NE(situation.ways >> choice.way & 1, 0u) << "a way that does not fit, step " << step;
      if (choice.timed) {
        ASSERT_TRUE(ready(choice.way));
        under_way.emplace_back(choice.way, clock(choice.way, step));
      } else if (!under_way.empty() && step % 2 == 0) {  // a device goes on, timed or not
        tuner.took(under_way.front().first, under_way.front().second);
        under_way.pop_front();
      }
      changes += way >= 0 && way != choice.way ? 1 : 0;
      way = choice.way;
      int fastest = choice.way;
      for (int other = 0; other < 3; ++other) {
        if ((situation.ways >> other & 1) != 0 && clock(other, step) < clock(fastest, step)) fastest = other;
      }
      not_fastest += fastest != choice.way ? 1 : 0;
    }
  }
};

TEST(Tuner, KeepsTheFastest) {
  for (int fastest = 0; fastest < 3; ++fastest) {
    Played played;
    played.clock = [&](int way, int64_t) { return way == fastest ? 1.0 : 1.5; };
    played.fly(200);
    EXPECT_EQ(played.way, fastest);
    const int64_t before = played.changes;
    played.fly(5000);
    EXPECT_EQ(played.way, fastest);
    EXPECT_EQ(played.changes, before) << "a steady flock needs no other look";
  }
}

TEST(Tuner, StartsWithTheGuessAndOnlyLooksAmongThoseThatFit) {
  Played played;
  played.situation.ways = 0b101;
  played.situation.guess = 2;
  played.clock = [](int way, int64_t) { return way == 1 ? 0.1 : way == 0 ? 1.0 : 2.0; };
  played.fly(1);
  EXPECT_EQ(played.way, 2);
  played.fly(300);  // which asserts that way 1 is never run
  EXPECT_EQ(played.way, 0);
  played.situation.ways = 0b100;
  played.fly(1);
  EXPECT_EQ(played.way, 2) << "the one in use fits no longer";
}

TEST(Tuner, ChangesWhenTheFlockChanges) {
  Played played;
  const int64_t condensed = 6000;
  played.clock = [&](int way, int64_t step) {
    return step < condensed ? (way == 0 ? 1.0 : 1.3) : (way == 2 ? 4.0 : 7.0);
  };
  played.fly(condensed);
  EXPECT_EQ(played.way, 0);
  played.fly(2000);
  EXPECT_EQ(played.way, 2);
}

TEST(Tuner, ChangesWhenTheNumberOfBoidsDoes) {
  Played played;
  played.clock = [&](int way, int64_t) {
    return played.situation.boids < 5000 ? (way == 1 ? 1.0 : 1.1) : (way == 0 ? 1.0 : 1.1);
  };
  played.fly(4000);
  EXPECT_EQ(played.way, 1);
  played.situation.boids = 10000;
  played.fly(1000);
  EXPECT_EQ(played.way, 0);
}

TEST(Tuner, SlowDriftIsSeenAfterManySteps) {
  Played played;
  played.clock = [&](int way, int64_t step) { return way == 0 ? 1.0 : step < 1000 ? 1.05 : 0.9; };
  played.fly(1000);
  EXPECT_EQ(played.way, 0);
  played.fly(Tuner::kLookAgain + 1000);
  EXPECT_NE(played.way, 0);
}

TEST(Tuner, EachKindOfFlockHasItsChoice) {
  Played played;
  played.clock = [&](int way, int64_t) { return way == static_cast<int>(played.situation.key) ? 1.0 : 2.0; };
  for (int round = 0; round < 6; ++round) {
    played.situation.key = static_cast<uint32_t>(round % 2);
    played.fly(3000);
    EXPECT_EQ(played.way, round % 2);
  }
}

TEST(Tuner, DoesNotFlapBetweenEquals) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> noise(0.985, 1.015);
  Played played;
  played.clock = [&](int, int64_t) { return noise(random); };
  played.fly(200000);
  // A look runs each way twice: five changes, and one back.
  EXPECT_LE(played.changes, 6 * (200000 / Tuner::kLookAgain + 1));
  played.fly(1000);
  EXPECT_LE(played.tuner.spent() * 100, played.tuner.steps());
}

TEST(Tuner, CostsAtMostOneStepInAHundred) {
  Played steady;
  steady.clock = [](int way, int64_t) { return way == 0 ? 1.0 : 1.7; };
  steady.situation.guess = 0;
  steady.fly(2000);
  EXPECT_LE(steady.not_fastest * 100, 2000);
  steady.fly(98000);
  EXPECT_LE(steady.not_fastest * 1000, 100000);

  // A flock that seems to change all the time: twice as long and back, every 300 steps.
  Played wild;
  wild.clock = [](int way, int64_t step) {
    return (way == 0 ? 1.0 : 1.7) * (step / 300 % 2 == 0 ? 1.0 : 2.0);
  };
  wild.fly(100000);
  EXPECT_LE(wild.tuner.spent() * 100, wild.tuner.steps());
  EXPECT_LE(wild.not_fastest * 100, 100000);
}

TEST(Tuner, AFlockThatCannotBeTimedCostsLittle) {
  Played played;
  played.clock = [](int, int64_t) { return 1.0; };
  played.ready = [](int) { return false; };
  played.fly(20000);
  EXPECT_LE(played.tuner.spent() * 100, 20000);
  played.ready = [](int) { return true; };
  played.clock = [](int way, int64_t) { return way == 1 ? 1.0 : 2.0; };
  played.fly(Tuner::kLookAgain);
  EXPECT_EQ(played.way, 1);
}

TEST(Tuner, OneWayIsNeverLookedAt) {
  Played played;
  played.situation.ways = 0b1;
  played.clock = [](int, int64_t) { return 1.0; };
  played.fly(5000);
  EXPECT_EQ(played.changes, 0);
  EXPECT_EQ(played.tuner.spent(), 0);
}

TEST(Tuner, LooksAgainWhenOtherWaysFit) {
  Played played;
  played.situation.ways = 0b101;
  played.clock = [](int way, int64_t) { return way == 1 ? 0.5 : way == 2 ? 1.0 : 2.0; };
  played.fly(6000);
  EXPECT_EQ(played.way, 2);
  played.situation.ways = 0b111;
  played.fly(100);
  EXPECT_EQ(played.way, 1) << "the flock is steady, and the choice is not old";
}

// 0: a timer that could not measure the step.
TEST(Tuner, AWayWithoutATimeIsNotTheFastest) {
  Played played;
  played.clock = [](int way, int64_t) { return way == 2 ? 0.0 : way == 1 ? 1.0 : 2.0; };
  played.fly(200);
  EXPECT_EQ(played.way, 1);
}

TEST(Tuner, AWayInUseWithoutATimeIsLeftForTheFastestThatHasOne) {
  Played played;
  played.clock = [](int way, int64_t) { return way == 0 ? 0.0 : way == 1 ? 2.0 : 1.0; };
  played.fly(200);
  EXPECT_EQ(played.way, 2);
}

TEST(Tuner, TimesMayComeVeryLate) {
  Played played;
  played.late = 200;
  played.clock = [](int way, int64_t) { return way == 2 ? 1.0 : 2.0; };
  played.fly(20000);
  EXPECT_EQ(played.way, 2);
}

}  // namespace
}  // namespace murmur
